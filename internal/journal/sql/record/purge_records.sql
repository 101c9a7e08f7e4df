-- purge_records: Removes some records of a project that are not after a sequence.
-- params: project, last, limit
-- returns: size, state
DELETE FROM record
WHERE sequence IN (SELECT r.sequence FROM record r WHERE r.project = $project AND r.sequence <= $last LIMIT $limit)
RETURNING size AS size, state AS state
