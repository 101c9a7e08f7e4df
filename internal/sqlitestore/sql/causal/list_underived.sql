-- list_underived: Projects with stale episodes or with statements that are not in the layer, by name.
-- params: limit
-- returns: name
SELECT p.name AS name
FROM project p
WHERE EXISTS (SELECT 1 FROM episode e WHERE e.project = p.number AND e.underived = 1)
   OR EXISTS (SELECT 1 FROM factor_statement s WHERE s.project = p.number AND s.source_now IS NULL)
ORDER BY p.name
LIMIT $limit
