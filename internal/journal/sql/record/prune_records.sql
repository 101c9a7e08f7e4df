-- prune_records: Removes some receipts of records that were applied before a time.
-- params: before, limit
-- returns: size
DELETE FROM record
WHERE sequence IN (SELECT r.sequence FROM record r WHERE r.state = 2 AND r.applied_at < $before ORDER BY r.applied_at LIMIT $limit)
RETURNING size AS size
