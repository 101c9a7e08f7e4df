// lock_holders: Who holds some entries of the ledger; nobody takes them over before this transaction ends.
// params: entries (list of {project, kind, key})
// returns: project, kind, key, holder
// It locks who holds an entry and not the entry, so that the holder goes on renewing it during a long commit. An entry that
// another transaction removed at the same time has no version.
UNWIND $entries AS row
MATCH (e:LedgerEntry {project: row.project, kind: row.kind, key: row.key})
OPTIONAL MATCH (e)-[h:HELD]->(e)
SET h.lock = true
REMOVE h.lock
WITH e, h, row WHERE e.version IS NOT NULL
RETURN row.project AS project, row.kind AS kind, row.key AS key, coalesce(h.by, '') AS holder
