-- list_uncounted_projects: Projects with episodes that are still to be derived, or with something that the counts of links leave out, by name.
-- params: limit
-- returns: name
SELECT p.name AS name
FROM (
  SELECT l.project AS number FROM factor_layer l WHERE l.uncounted > 0 AND l.project > 0
  UNION
  SELECT e.project FROM episode e WHERE e.underived = 2
) u
CROSS JOIN project p ON p.number = u.number
ORDER BY p.name
LIMIT $limit
