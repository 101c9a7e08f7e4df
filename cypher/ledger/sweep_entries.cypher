// sweep_entries: Removes expired ledger entries.
// params: now, limit
// returns: swept
MATCH (e:LedgerEntry)
WHERE e.expiresAt <= $now
WITH e LIMIT $limit
DETACH DELETE e
RETURN count(*) AS swept
