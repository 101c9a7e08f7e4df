-- list_crossing: The ids of other episodes that state links to or from occurrences of some episodes.
-- params: project (a number), ids
-- returns: id
SELECT DISTINCT e.id AS id
FROM json_each($ids) k
CROSS JOIN cross_link c ON c.project = $project AND c.other = k.value
CROSS JOIN episode e ON e.number = c.episode
WHERE e.present = 1 AND e.id NOT IN (SELECT i.value FROM json_each($ids) i)
ORDER BY e.id
