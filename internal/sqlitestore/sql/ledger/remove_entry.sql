-- remove_entry: Forgets an entry of the ledger if it is of a version; a row when it did.
-- params: project, kind, key, version
-- returns: version
DELETE FROM ledger
WHERE project = $project AND kind = $kind AND key = $key AND version = $version
RETURNING version AS version
