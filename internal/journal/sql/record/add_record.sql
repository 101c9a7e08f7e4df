-- add_record: Adds a record; returns nothing if its id is there already.
-- params: project, id, key, hash, size, journaled_at, body, note
-- returns: sequence
INSERT INTO record (project, id, key, hash, state, size, journaled_at, body, note)
VALUES ($project, $id, $key, $hash, 0, $size, $journaled_at, $body, $note)
ON CONFLICT (project, id) DO NOTHING
RETURNING sequence AS sequence
