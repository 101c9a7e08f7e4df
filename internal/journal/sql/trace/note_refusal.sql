-- note_refusal: Counts what was not taken of a trace, by the reason.
-- params: trace, reason, items
-- returns: nothing
INSERT INTO trace_refusal (trace, reason, items) VALUES ($trace, $reason, $items)
ON CONFLICT (trace, reason) DO UPDATE SET items = items + $items
