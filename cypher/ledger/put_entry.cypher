// put_entry: Adds an entry to the ledger, or sets it anew.
// params: project, kind, key, version, data, holder, createdAt, expiresAt, outlives
// returns: nothing
MERGE (e:LedgerEntry {project: $project, kind: $kind, key: $key})
SET e.version = $version, e.data = $data, e.createdAt = $createdAt, e.expiresAt = $expiresAt, e.outlives = $outlives
FOREACH (yes IN CASE WHEN $holder <> '' THEN [true] ELSE [] END |
  MERGE (e)-[h:HELD]->(e)
  SET h.by = $holder)
