// purge_entries: Removes ledger entries about a project, except those that outlive it.
// params: project, limit
// returns: purged
MATCH (e:LedgerEntry)
WHERE e.project = $project AND e.kind > '' AND e.key > '' AND NOT e.outlives
WITH e LIMIT $limit
DETACH DELETE e
RETURN count(*) AS purged
