// add_entry: Adds an entry to the ledger unless its id is taken.
// params: project, kind, key, data, holder, createdAt, expiresAt, outlives
// returns: added
// A node that this statement creates has no version yet.
MERGE (e:LedgerEntry {project: $project, kind: $kind, key: $key})
WITH e, e.version IS NULL AS added
FOREACH (yes IN CASE WHEN added THEN [true] ELSE [] END |
  SET e.version = 1, e.data = $data, e.createdAt = $createdAt, e.expiresAt = $expiresAt, e.outlives = $outlives)
FOREACH (yes IN CASE WHEN added AND $holder <> '' THEN [true] ELSE [] END |
  CREATE (e)-[:HELD {by: $holder}]->(e))
RETURN added
