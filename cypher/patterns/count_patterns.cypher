// count_patterns: The number of patterns of a project that match.
// params: project, text, trigger, categories, statuses, origins, antiPattern, minRate, maxRate, minTrials, contested
// returns: count
MATCH (p:Pattern)
USING INDEX SEEK p:Pattern(project, key)
WHERE p.project = $project AND p.key > ''
  AND ($text IS NULL OR p.nameLower CONTAINS $text OR p.triggerLower CONTAINS $text OR p.actionLower CONTAINS $text)
  AND ($trigger IS NULL OR p.triggerLower CONTAINS $trigger)
  AND ($categories IS NULL OR p.category IN $categories) AND ($statuses IS NULL OR p.status IN $statuses)
  AND ($origins IS NULL OR p.origin IN $origins) AND ($antiPattern IS NULL OR p.antiPattern = $antiPattern)
  AND ($minRate IS NULL OR p.rate >= $minRate) AND ($maxRate IS NULL OR p.rate <= $maxRate)
  AND p.successes + p.failures >= $minTrials
  AND ($contested IS NULL OR $contested = (p.successes > 0 AND p.failures > 0))
RETURN count(*) AS count
