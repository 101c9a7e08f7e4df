-- list_entries: A page of entries of the ledger, greatest keys first.
-- params: project, kind, before, limit
-- returns: key, version, data, created_at, expires_at, outlives
SELECT l.key AS key, l.version AS version, l.data AS data, l.created_at AS created_at, l.expires_at AS expires_at, l.outlives AS outlives
FROM ledger l
WHERE l.project = $project AND l.kind = $kind AND l.key < $before
ORDER BY l.key DESC
LIMIT $limit
