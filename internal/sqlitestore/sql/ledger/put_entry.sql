-- put_entry: Adds an entry to the ledger, or sets it anew.
-- params: project, kind, key, version, data, holder, created_at, expires_at, outlives
-- returns: nothing
INSERT INTO ledger (project, kind, key, version, data, holder, created_at, expires_at, outlives)
VALUES ($project, $kind, $key, $version, $data, $holder, $created_at, $expires_at, $outlives)
ON CONFLICT (project, kind, key) DO UPDATE SET
  version = excluded.version, data = excluded.data, holder = excluded.holder, expires_at = excluded.expires_at, outlives = excluded.outlives
