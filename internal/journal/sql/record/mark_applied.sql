-- mark_applied: Notes that the graph has records; returns the size of each that was JOURNALED.
-- params: sequences (list of numbers), now
-- returns: size, state
UPDATE record SET state = 1, applied_at = $now
WHERE sequence IN (SELECT s.value FROM json_each($sequences) s) AND state = 0
RETURNING size AS size, 0 AS state
