-- record_factor: Writes a new factor.
-- params: layer, key, variable, state, folded, successes, partials, failures, unknown, decisions, events, outcomes, contexts, statements, first_seen, last_seen
-- returns: nothing
INSERT INTO factor (
  layer, key, variable, state, folded, successes, partials, failures, unknown,
  decisions, events, outcomes, contexts, statements, first_seen, last_seen)
VALUES (
  $layer, $key, $variable, $state, $folded, $successes, $partials, $failures, $unknown,
  $decisions, $events, $outcomes, $contexts, $statements, $first_seen, $last_seen)
