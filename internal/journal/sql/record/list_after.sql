-- list_after: Records after a sequence, in order, whatever their state, without an index.
-- params: after, limit
-- returns: sequence, project, id, state, reason, journaled_at, applied_at, note, key, hash, body
SELECT r.sequence AS sequence, r.project AS project, r.id AS id, r.state AS state, r.reason AS reason,
  r.journaled_at AS journaled_at, r.applied_at AS applied_at, r.note AS note, r.key AS key, r.hash AS hash, r.body AS body
FROM record r
WHERE r.sequence > $after
ORDER BY r.sequence
LIMIT $limit
