-- get_entries: Entries of the ledger by their keys.
-- params: project, kind, keys (list of texts)
-- returns: key, version, data, created_at, expires_at, outlives
SELECT l.key AS key, l.version AS version, l.data AS data, l.created_at AS created_at, l.expires_at AS expires_at, l.outlives AS outlives
FROM json_each($keys) k
JOIN ledger l ON l.project = $project AND l.kind = $kind AND l.key = k.value
