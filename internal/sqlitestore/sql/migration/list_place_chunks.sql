-- list_place_chunks: The chunks of a place, by number.
-- params: project
-- returns: number, part
SELECT c.number AS number, c.part AS part
FROM index_episode AS e
CROSS JOIN index_chunk AS c ON c.number BETWEEN e.number * 1024 AND e.number * 1024 + 1023
WHERE e.project = $project
ORDER BY e.number, c.number
