// list_entries: A page of entries of the ledger, greatest keys first.
// params: project, kind, before, limit
// returns: key, data, createdAt, expiresAt, outlives
MATCH (e:LedgerEntry)
WHERE e.project = $project AND e.kind = $kind AND e.key < $before
RETURN e.key AS key, e.data AS data, e.createdAt AS createdAt, e.expiresAt AS expiresAt, e.outlives AS outlives
ORDER BY key DESC
LIMIT $limit
