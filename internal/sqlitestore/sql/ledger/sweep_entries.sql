-- sweep_entries: Removes expired ledger entries, and returns their keys.
-- params: now, limit
-- returns: key
DELETE FROM ledger WHERE rowid IN (SELECT l.rowid FROM ledger l WHERE l.expires_at <= $now LIMIT $limit)
RETURNING key AS key
