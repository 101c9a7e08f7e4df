-- purge_traces: Removes some traces of a project.
-- params: project, limit
-- returns: number
DELETE FROM trace
WHERE number IN (SELECT t.number FROM trace t WHERE t.project = $project LIMIT $limit)
RETURNING number AS number
