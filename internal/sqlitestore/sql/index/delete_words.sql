-- delete_words: Removes the words of episodes, including those of missing chunks.
-- params: project, ids (list of texts)
-- returns: nothing
-- The rows of FTS5 are listed in its table of lengths.
DELETE FROM words_0 WHERE rowid IN (
  SELECT d.id
  FROM index_episode AS e
  CROSS JOIN words_0_docsize AS d ON d.id BETWEEN e.number * 1024 AND e.number * 1024 + 1023
  WHERE e.project = $project AND e.id IN (SELECT value FROM json_each($ids))
)
