-- rank_filtered_chunks: The scores of all chunks of the episodes that match a filter. Lower is better.
-- params: project, terms, attributes (list of {kind, value}), kinds, task, since, until, parts (list of texts)
-- returns: number, score
-- The filter is that of search_filtered_chunks.
SELECT rowid AS number, bm25(words_0, 3, 1) AS score
FROM words_0
WHERE words_0 MATCH $terms AND rowid / 1024 IN (
  SELECT e.number
  FROM index_episode AS e
  WHERE e.project = $project
    AND ($kinds = 0 OR e.number IN (
      SELECT t.episode
      FROM json_each($attributes) AS a
      CROSS JOIN index_attribute AS t
        ON t.project = $project AND t.kind = a.value ->> 'kind' AND t.value = a.value ->> 'value'
      GROUP BY t.episode
      HAVING count(DISTINCT t.kind) = $kinds
    ))
    AND ($task IS NULL OR instr(e.task, $task) > 0)
    AND ($since IS NULL OR e.started_at >= $since)
    AND ($until IS NULL OR e.started_at < $until)
)
AND ($parts IS NULL OR EXISTS (
  SELECT 1 FROM index_chunk AS c
  WHERE c.number = words_0.rowid AND c.part IN (SELECT value FROM json_each($parts))
))
