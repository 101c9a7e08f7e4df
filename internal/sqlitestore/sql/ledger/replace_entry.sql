-- replace_entry: Sets an entry of the ledger anew if it is of the version before; a row when it did.
-- params: project, kind, key, version, data, expires_at
-- returns: version
UPDATE ledger SET version = $version, data = $data, expires_at = $expires_at
WHERE project = $project AND kind = $kind AND key = $key AND version = $version - 1
RETURNING version AS version
