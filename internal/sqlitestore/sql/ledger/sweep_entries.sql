-- sweep_entries: Forgets entries of the ledger that have expired, and says each key.
-- params: now, limit
-- returns: key
DELETE FROM ledger WHERE rowid IN (SELECT l.rowid FROM ledger l WHERE l.expires_at <= $now LIMIT $limit)
RETURNING key AS key
