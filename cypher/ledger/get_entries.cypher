// get_entries: Entries of the ledger by their keys.
// params: project, kind, keys
// returns: key, data, createdAt, expiresAt, outlives
UNWIND $keys AS wanted
MATCH (e:LedgerEntry {project: $project, kind: $kind, key: wanted})
RETURN e.key AS key, e.data AS data, e.createdAt AS createdAt, e.expiresAt AS expiresAt, e.outlives AS outlives
