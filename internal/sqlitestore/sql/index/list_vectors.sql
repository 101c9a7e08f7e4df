-- list_vectors: The vectors of one name in the rows after one, in the order of the chunks.
-- params: project, after, name (its number)
-- returns: chunk, part, vector
-- The plus makes SQLite follow the order of the numbers, of which usually few are new.
SELECT c.number AS chunk, c.part AS part, v.vector AS vector
FROM index_episode AS e
CROSS JOIN index_vector AS v
  ON v.number BETWEEN e.number * 4096 AND e.number * 4096 + 4095 AND v.number % 4 = $name
CROSS JOIN index_chunk AS c ON c.number = v.number / 4
WHERE e.number > $after AND +e.project = $project
ORDER BY e.number, v.number
