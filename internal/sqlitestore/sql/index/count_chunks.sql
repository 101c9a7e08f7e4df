-- count_chunks: The number of chunks of a generation, and of those with a chunk vector.
-- params: project
-- returns: chunks, embedded
SELECT
  (SELECT coalesce(sum(chunks - dead), 0) FROM words_segment WHERE project = $project AND state = 0)
    + (SELECT coalesce(sum(chunks), 0) FROM words_fresh WHERE project = $project) AS chunks,
  (SELECT embedded FROM index_project WHERE number = $project) AS embedded
