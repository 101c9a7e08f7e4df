-- count_chunks: The number of chunks of some generations, and of those with a chunk vector.
-- params: places
-- returns: name, generation, chunks, embedded
SELECT i.name AS name, i.generation AS generation,
       (SELECT coalesce(sum(s.chunks - s.dead), 0) FROM words_segment s WHERE s.project = i.number AND s.state = 0)
         + (SELECT coalesce(sum(f.chunks), 0) FROM words_fresh f WHERE f.project = i.number) AS chunks,
       i.embedded AS embedded
FROM json_each($places) k
CROSS JOIN index_project i ON i.name = k.value ->> 'name' AND i.generation = k.value ->> 'generation'
