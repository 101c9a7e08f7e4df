-- find_record: The receipt and the hash of a record by its id.
-- params: project, id
-- returns: sequence, project, id, state, reason, journaled_at, applied_at, note, hash
SELECT r.sequence AS sequence, r.project AS project, r.id AS id, r.state AS state, r.reason AS reason,
  r.journaled_at AS journaled_at, r.applied_at AS applied_at, r.note AS note, r.hash AS hash
FROM record r
WHERE r.project = $project AND r.id = $id
