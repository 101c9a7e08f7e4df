-- put_counts: Writes the counts of a pattern.
-- params: project (a number), key, successes, failures, unknown, applications, time_saved, time_saved_in, cost_saved, cost_saved_in, last_used, by_rate, by_rate_ascending, by_wilson
-- returns: nothing
UPDATE pattern SET
  successes = $successes, failures = $failures, unknown = $unknown, applications = $applications,
  time_saved = $time_saved, time_saved_in = $time_saved_in, cost_saved = $cost_saved, cost_saved_in = $cost_saved_in, last_used = $last_used,
  by_rate = $by_rate, by_rate_ascending = $by_rate_ascending, by_wilson = $by_wilson
WHERE project = $project AND key = $key
