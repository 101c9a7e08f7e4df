-- find_surplus: The newest execution event of a project that is beyond the number to keep.
-- params: project, keep
-- returns: at, sequence
SELECT e.at AS at, e.sequence AS sequence
FROM project p
CROSS JOIN execution_event e ON e.project = p.number
WHERE p.name = $project
ORDER BY e.at DESC, e.sequence DESC
LIMIT 1 OFFSET $keep
