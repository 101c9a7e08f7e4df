-- remove_entry: Removes a ledger entry if it has a version; returns a row if it did.
-- params: project, kind, key, version
-- returns: version
DELETE FROM ledger
WHERE project = $project AND kind = $kind AND key = $key AND version = $version
RETURNING version AS version
