-- list_failures: A page of the set-aside records of a project, in order.
-- params: project, after, limit
-- returns: sequence, project, id, state, reason, journaled_at, applied_at, note
SELECT r.sequence AS sequence, r.project AS project, r.id AS id, r.state AS state, r.reason AS reason,
  r.journaled_at AS journaled_at, r.applied_at AS applied_at, r.note AS note
FROM record r
WHERE r.state = 3 AND r.state <> 2 AND r.sequence > $after AND +r.project = $project
ORDER BY r.sequence
LIMIT $limit
