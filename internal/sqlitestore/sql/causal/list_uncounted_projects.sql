-- list_uncounted_projects: Projects with something that the counts of links leave out, by name.
-- params: limit
-- returns: name
SELECT p.name AS name
FROM factor_layer l
CROSS JOIN project p ON p.number = l.project
WHERE l.uncounted > 0 AND l.project > 0
ORDER BY p.name
LIMIT $limit
