-- put_pattern: Writes a pattern without its body, new or not.
-- params: project (a number), key, category, status, origin, anti_pattern, rule, counted_from, successes, failures, unknown, applications, time_saved, time_saved_in, cost_saved, cost_saved_in, last_used, by_rate, by_rate_ascending, by_wilson, by_updated, matches
-- returns: nothing
INSERT INTO pattern (
  project, key, category, status, origin, anti_pattern, rule, counted_from, successes, failures, unknown, applications,
  time_saved, time_saved_in, cost_saved, cost_saved_in, last_used, by_rate, by_rate_ascending, by_wilson, by_updated, matches)
VALUES (
  $project, $key, $category, $status, $origin, $anti_pattern, $rule, $counted_from, $successes, $failures, $unknown, $applications,
  $time_saved, $time_saved_in, $cost_saved, $cost_saved_in, $last_used, $by_rate, $by_rate_ascending, $by_wilson, $by_updated, $matches)
ON CONFLICT (project, key) DO UPDATE SET
  category = excluded.category, status = excluded.status, origin = excluded.origin, anti_pattern = excluded.anti_pattern,
  rule = excluded.rule, counted_from = excluded.counted_from, successes = excluded.successes, failures = excluded.failures,
  unknown = excluded.unknown, applications = excluded.applications, time_saved = excluded.time_saved,
  time_saved_in = excluded.time_saved_in, cost_saved = excluded.cost_saved, cost_saved_in = excluded.cost_saved_in, last_used = excluded.last_used, by_rate = excluded.by_rate,
  by_rate_ascending = excluded.by_rate_ascending, by_wilson = excluded.by_wilson, by_updated = excluded.by_updated,
  matches = excluded.matches
