-- list_receipts: Receipts by their sequences, in ascending order.
-- params: project, sequences (list of numbers)
-- returns: sequence, project, id, state, reason, journaled_at, applied_at, note
SELECT r.sequence AS sequence, r.project AS project, r.id AS id, r.state AS state, r.reason AS reason,
  r.journaled_at AS journaled_at, r.applied_at AS applied_at, r.note AS note
FROM record r
WHERE r.project = $project AND r.sequence IN (SELECT s.value FROM json_each($sequences) s)
ORDER BY r.sequence
