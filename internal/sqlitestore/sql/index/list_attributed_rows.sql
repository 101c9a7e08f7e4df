-- list_attributed_rows: The numbers of the rows of episodes that have a word of each kind asked for, ascending.
-- params: project, attributes (list of {kind, value}), kinds
-- returns: number
SELECT t.episode AS number
FROM json_each($attributes) AS a
CROSS JOIN index_attribute AS t
  ON t.project = $project AND t.kind = a.value ->> 'kind' AND t.value = a.value ->> 'value'
GROUP BY t.episode
HAVING count(DISTINCT t.kind) = $kinds
ORDER BY number
