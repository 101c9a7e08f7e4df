-- list_undescribed: Deleted episodes for which it is not stored what filters compare.
-- params: none
-- returns: project, id
SELECT p.name AS project, e.id AS id
FROM episode e
CROSS JOIN project p ON p.number = e.project
WHERE e.present = 0 AND e.described IS NULL
