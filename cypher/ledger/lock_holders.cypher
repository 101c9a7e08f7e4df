// lock_holders: Who holds some entries of the ledger; nobody takes them over before this transaction ends.
// params: entries (list of {project, kind, key})
// returns: project, kind, key, holder
// An entry that another transaction removed at the same time has no version.
UNWIND $entries AS row
MATCH (e:LedgerEntry {project: row.project, kind: row.kind, key: row.key})
SET e.lock = true
REMOVE e.lock
WITH e, row WHERE e.version IS NOT NULL
RETURN row.project AS project, row.kind AS kind, row.key AS key, coalesce(e.holder, '') AS holder
