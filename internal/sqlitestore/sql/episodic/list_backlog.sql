-- list_backlog: Episodes whose place in the search index is out of date in a stage and due, longest due first.
-- params: project (null for all), vectors (whether nothing but vectors is missing), now, limit
-- returns: project, id, revision, gone, attempts
SELECT p.name AS project, e.id AS id, e.revision AS revision, NOT e.present AS gone, e.index_attempts AS attempts
FROM episode e
CROSS JOIN project p ON p.number = e.project
WHERE e.index_due IS NOT NULL AND e.index_due <= $now
  AND ($project IS NULL OR e.project = (SELECT own.number FROM project own WHERE own.name = $project))
  AND (e.present = 1 AND e.indexed_revision = e.revision) = $vectors
ORDER BY e.index_due
LIMIT $limit
