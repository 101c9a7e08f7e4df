-- prune_calls: Removes some calls whose last record is gone.
-- params: limit
-- returns: key
DELETE FROM keyed_call
WHERE rowid IN (
  SELECT c.rowid FROM keyed_call c WHERE NOT EXISTS (SELECT 1 FROM record r WHERE r.sequence = c.last) LIMIT $limit
)
RETURNING key AS key
