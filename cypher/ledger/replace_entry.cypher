// replace_entry: Replaces a ledger entry if it has the previous version.
// params: project, kind, key, version, data, holder, expiresAt
// returns: present, taken
// The first SET locks the entry, so the version compared is the current one; an entry that another
// transaction removed at the same time has none. Who holds it is written only when that changes, since
// lock_holders keeps it from changing until the end of its transaction.
MATCH (e:LedgerEntry {project: $project, kind: $kind, key: $key})
SET e.lock = true
REMOVE e.lock
WITH e, e.version IS NOT NULL AS present, coalesce(e.version + 1 = $version, false) AS taken
OPTIONAL MATCH (e)-[h:HELD]->(e)
WITH e, present, taken, taken AND coalesce(h.by, '') <> $holder AS moved
FOREACH (yes IN CASE WHEN taken THEN [true] ELSE [] END |
  SET e.version = $version, e.data = $data, e.expiresAt = $expiresAt)
FOREACH (yes IN CASE WHEN moved THEN [true] ELSE [] END |
  MERGE (e)-[new:HELD]->(e)
  SET new.by = $holder)
RETURN present, taken
