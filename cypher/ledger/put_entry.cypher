// put_entry: Adds an entry that nobody holds to the ledger, or sets it anew.
// params: project, kind, key, version, data, createdAt, expiresAt, outlives
// returns: nothing
MERGE (e:LedgerEntry {project: $project, kind: $kind, key: $key})
SET e.version = $version, e.data = $data, e.createdAt = $createdAt, e.expiresAt = $expiresAt, e.outlives = $outlives
