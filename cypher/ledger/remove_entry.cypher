// remove_entry: Removes a ledger entry if it has a version.
// params: project, kind, key, version
// returns: present, taken
// The first SET locks the entry, so the version compared is the current one; an entry that another
// transaction removed at the same time has none.
MATCH (e:LedgerEntry {project: $project, kind: $kind, key: $key})
SET e.lock = true
REMOVE e.lock
WITH e, e.version IS NOT NULL AS present, coalesce(e.version = $version, false) AS taken
FOREACH (yes IN CASE WHEN taken THEN [true] ELSE [] END | DETACH DELETE e)
RETURN present, taken
