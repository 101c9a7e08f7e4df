-- list_index_chunks: The chunks of episodes in the index, by episode, revision and number; without words there is no digest.
-- params: project, ids (list of texts)
-- returns: id, revision, position, digest, text
SELECT
  e.id AS id, c.revision AS revision, c.position AS position,
  iif(EXISTS (SELECT 1 FROM words_0 AS w WHERE w.rowid = c.number), c.digest, '') AS digest,
  c.text AS text
FROM index_episode AS e
CROSS JOIN index_chunk AS c ON c.number BETWEEN e.number * 1024 AND e.number * 1024 + 1023
WHERE e.project = $project AND e.id IN (SELECT value FROM json_each($ids))
ORDER BY e.id, c.revision, c.position
