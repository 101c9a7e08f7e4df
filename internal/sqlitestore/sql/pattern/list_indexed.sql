-- list_indexed: The patterns with some statuses that have one of some entries in the index, by key.
-- params: project (a number), entries, statuses, limit
-- returns: key, successes, failures, unknown, applications, time_saved, time_saved_in, cost_saved, cost_saved_in, last_used, body
SELECT p.key AS key, p.successes AS successes, p.failures AS failures, p.unknown AS unknown,
       p.applications AS applications, p.time_saved AS time_saved, p.time_saved_in AS time_saved_in,
       p.cost_saved AS cost_saved, p.cost_saved_in AS cost_saved_in, p.last_used AS last_used, b.body AS body
FROM (
  SELECT DISTINCT a.number AS number, a.key AS key
  FROM json_each($entries) k
  CROSS JOIN pattern_entry e ON e.project = $project AND e.entry = k.value
  CROSS JOIN pattern a ON a.number = e.pattern
  WHERE a.status IN (SELECT w.value FROM json_each($statuses) w)
  ORDER BY a.key
  LIMIT $limit
) n
CROSS JOIN pattern p ON p.number = n.number
CROSS JOIN pattern_body b ON b.pattern = n.number
ORDER BY n.key
