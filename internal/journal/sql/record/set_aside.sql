-- set_aside: Sets records aside.
-- params: sequences (list of numbers), reason
-- returns: nothing
UPDATE record SET state = 3, reason = $reason
WHERE sequence IN (SELECT s.value FROM json_each($sequences) s) AND state < 2
