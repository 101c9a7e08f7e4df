-- prune_traces: Forgets some traces that nothing came of since a time and that need nothing.
-- params: before, limit
-- returns: number
DELETE FROM trace
WHERE number IN (SELECT t.number FROM trace t WHERE t.stored <= t.made_of AND t.last_at < $before ORDER BY t.last_at LIMIT $limit)
RETURNING number AS number
