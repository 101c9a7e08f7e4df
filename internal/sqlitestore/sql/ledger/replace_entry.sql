-- replace_entry: Replaces a ledger entry if it has the previous version; returns a row if it did.
-- params: project, kind, key, version, data, holder, expires_at
-- returns: version
UPDATE ledger SET version = $version, data = $data, holder = $holder, expires_at = $expires_at
WHERE project = $project AND kind = $kind AND key = $key AND version = $version - 1
RETURNING version AS version
