-- add_call: Remembers what a call with an idempotency key brought, in place of what was known of the key.
-- params: project, key, digest, last, sequences
-- returns: nothing
INSERT INTO keyed_call (project, key, digest, last, sequences)
VALUES ($project, $key, $digest, $last, $sequences)
ON CONFLICT (project, key) DO UPDATE SET digest = excluded.digest, last = excluded.last, sequences = excluded.sequences
