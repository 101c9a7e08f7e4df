-- mark_indexed: Notes that both engines have records, and removes their bodies.
-- params: sequences (list of numbers), now
-- returns: nothing
UPDATE record SET state = 2, body = NULL, applied_at = coalesce(applied_at, $now)
WHERE sequence IN (SELECT s.value FROM json_each($sequences) s) AND state < 2
