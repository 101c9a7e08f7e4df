-- delete_words: Removes the words of the chunks of episodes.
-- params: project, ids (list of texts)
-- returns: nothing
DELETE FROM words_0 WHERE rowid IN (
  SELECT c.number
  FROM index_episode AS e
  CROSS JOIN index_chunk AS c ON c.number BETWEEN e.number * 1024 AND e.number * 1024 + 1023
  WHERE e.project = $project AND e.id IN (SELECT value FROM json_each($ids))
)
