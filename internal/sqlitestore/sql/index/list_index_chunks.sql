-- list_index_chunks: The chunks of episodes in the index, by episode, revision and number.
-- params: project, ids (list of texts)
-- returns: id, revision, position, digest, text, number, fresh (whether its words are fresh)
SELECT
  e.id AS id, c.revision AS revision, c.position AS position, c.digest AS digest, c.text AS text, c.number AS number,
  coalesce(c.number % 1024 < f.chunks, 0) AS fresh
FROM index_episode AS e
CROSS JOIN index_chunk AS c ON c.number BETWEEN e.number * 1024 AND e.number * 1024 + 1023
LEFT JOIN words_fresh AS f ON f.number = e.number
WHERE e.project = $project AND e.id IN (SELECT value FROM json_each($ids))
ORDER BY e.id, c.revision, c.position
