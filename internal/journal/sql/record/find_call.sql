-- find_call: What a call with an idempotency key brought.
-- params: project, key
-- returns: digest, sequences
SELECT c.digest AS digest, c.sequences AS sequences
FROM keyed_call c
WHERE c.project = $project AND c.key = $key
