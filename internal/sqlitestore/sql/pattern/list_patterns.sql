-- list_patterns: A page of the patterns of a project in one order, ties by key.
-- params: project, order, rank, after, categories, statuses, origins, anti_pattern, least_rate, most_rate, least_trials, contested, episode, text, trigger, limit
-- returns: key, successes, failures, unknown, applications, time_saved, time_saved_in, cost_saved, cost_saved_in, last_used, body
-- rank and after are the position after which the page begins, null for the first page. Texts are in lower case. A pattern
-- without a trial has no rate and matches no bounds of the rate.
SELECT p.key AS key, p.successes AS successes, p.failures AS failures, p.unknown AS unknown,
       p.applications AS applications, p.time_saved AS time_saved, p.time_saved_in AS time_saved_in,
       p.cost_saved AS cost_saved, p.cost_saved_in AS cost_saved_in, p.last_used AS last_used, b.body AS body
FROM (
  SELECT r.number AS number, r.rank AS rank, r.key AS key
  FROM (
    SELECT p.number AS number, p.key AS key, CASE $order
      WHEN 'RATE' THEN p.by_rate WHEN 'RATE_ASCENDING' THEN p.by_rate_ascending
      WHEN 'WILSON' THEN p.by_wilson WHEN 'UPDATED' THEN p.by_updated ELSE 0.0 END AS rank
    FROM pattern p
    WHERE p.project = (SELECT j.number FROM project j WHERE j.name = $project)
      AND ($categories IS NULL OR p.category IN (SELECT w.value FROM json_each($categories) w))
      AND ($statuses IS NULL OR p.status IN (SELECT w.value FROM json_each($statuses) w))
      AND ($origins IS NULL OR p.origin IN (SELECT w.value FROM json_each($origins) w))
      AND ($anti_pattern IS NULL OR p.anti_pattern = $anti_pattern)
      AND ($least_rate IS NULL OR CAST(p.successes AS REAL) / (p.successes + p.failures) >= $least_rate)
      AND ($most_rate IS NULL OR CAST(p.successes AS REAL) / (p.successes + p.failures) <= $most_rate)
      AND p.successes + p.failures >= $least_trials
      AND ($contested IS NULL OR (p.successes > 0 AND p.failures > 0) = $contested)
      AND ($episode IS NULL OR EXISTS (SELECT 1 FROM pattern_evidence v WHERE v.pattern = p.number AND v.id = $episode))
      AND ($text IS NULL AND $trigger IS NULL OR EXISTS (
        SELECT 1 FROM pattern_body t
        WHERE t.pattern = p.number AND ($trigger IS NULL OR instr(t.trigger, $trigger) > 0)
          AND ($text IS NULL OR instr(t.name, $text) > 0 OR instr(t.trigger, $text) > 0 OR instr(t.action, $text) > 0)))
  ) r
  WHERE $rank IS NULL OR r.rank > $rank OR r.rank = $rank AND r.key > $after
  ORDER BY r.rank, r.key
  LIMIT $limit
) n
CROSS JOIN pattern p ON p.number = n.number
CROSS JOIN pattern_body b ON b.pattern = n.number
ORDER BY n.rank, n.key
