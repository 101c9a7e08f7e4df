-- delete_index_chunks: Removes the chunks of episodes, but not their words.
-- params: project, ids (list of texts)
-- returns: nothing
DELETE FROM index_chunk WHERE number IN (
  SELECT c.number
  FROM index_episode AS e
  CROSS JOIN index_chunk AS c ON c.number BETWEEN e.number * 1024 AND e.number * 1024 + 1023
  WHERE e.project = $project AND e.id IN (SELECT value FROM json_each($ids))
)
