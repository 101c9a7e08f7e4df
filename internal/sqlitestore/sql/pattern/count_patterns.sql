-- count_patterns: The number of patterns of a project that match a filter.
-- params: project, categories, statuses, origins, anti_pattern, least_rate, most_rate, least_trials, contested, episode, text, trigger
-- returns: count
SELECT count(*) AS count
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
