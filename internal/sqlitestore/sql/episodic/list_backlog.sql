-- list_backlog: Episodes whose place in the search index is behind, and due, longest due first.
-- params: now, limit
-- returns: project, id, revision, gone, attempts
SELECT p.name AS project, e.id AS id, e.revision AS revision, NOT e.present AS gone, e.index_attempts AS attempts
FROM episode e
CROSS JOIN project p ON p.number = e.project
WHERE e.index_due IS NOT NULL AND e.index_due <= $now
ORDER BY e.index_due
LIMIT $limit
