-- update_factor: Replaces the counts of a factor.
-- params: number, successes, partials, failures, unknown, decisions, events, outcomes, contexts, statements, first_seen, last_seen
-- returns: nothing
UPDATE factor SET
  successes = $successes, partials = $partials, failures = $failures, unknown = $unknown, decisions = $decisions,
  events = $events, outcomes = $outcomes, contexts = $contexts, statements = $statements,
  first_seen = $first_seen, last_seen = $last_seen
WHERE number = $number
