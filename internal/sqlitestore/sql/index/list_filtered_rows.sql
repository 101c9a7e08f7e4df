-- list_filtered_rows: The numbers of the rows of episodes that match a filter, ascending.
-- params: project, attributes (list of {kind, value}), kinds, task, since, until
-- returns: number
-- An episode has to have a word of each kind asked for.
SELECT e.number AS number
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
ORDER BY number
