-- prune_refusals: Forgets what was not taken of a trace.
-- params: trace
-- returns: nothing
DELETE FROM trace_refusal WHERE trace = $trace
