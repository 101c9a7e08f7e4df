-- search_filtered_chunks: The chunks of the episodes that match a filter, best first, equal ones by number.
-- params: project, terms, attributes (list of {kind, value}), kinds, task, since, until, parts (list of texts), limit, offset
-- returns: id, position, part, text, occurrences, score
-- An episode must have a word of each kind asked for. Matches that the filter excludes
-- are skipped before they are ranked.
SELECT e.id AS id, c.position AS position, c.part AS part, c.text AS text, c.occurrences AS occurrences, -best.score AS score
FROM (
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
  ORDER BY score, number
  LIMIT $limit OFFSET $offset
) AS best
CROSS JOIN index_chunk AS c ON c.number = best.number
CROSS JOIN index_episode AS e ON e.number = best.number / 1024
ORDER BY best.score, best.number
