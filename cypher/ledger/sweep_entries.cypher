// sweep_entries: Forgets entries of the ledger that have expired.
// params: now, limit
// returns: swept
MATCH (e:LedgerEntry)
WHERE e.expiresAt <= $now
WITH e LIMIT $limit
DELETE e
RETURN count(*) AS swept
