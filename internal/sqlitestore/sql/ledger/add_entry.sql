-- add_entry: Adds an entry to the ledger unless its id is taken; returns a row if it did.
-- params: project, kind, key, data, holder, created_at, expires_at, outlives
-- returns: version
INSERT INTO ledger (project, kind, key, version, data, holder, created_at, expires_at, outlives)
VALUES ($project, $kind, $key, 1, $data, $holder, $created_at, $expires_at, $outlives)
ON CONFLICT (project, kind, key) DO NOTHING
RETURNING version AS version
