-- list_refusals: What was not taken of a trace, by reason.
-- params: trace
-- returns: reason, items
SELECT f.reason AS reason, f.items AS items FROM trace_refusal f WHERE f.trace = $trace ORDER BY f.reason
