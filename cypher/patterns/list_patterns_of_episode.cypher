// list_patterns_of_episode: A page of the patterns that an episode is evidence of, in one of the orders.
// params: project, episode, text, trigger, categories, statuses, origins, antiPattern, minRate, maxRate, minTrials, contested, order, afterRank, after, limit
// returns: pattern
MATCH (:Record {project: $project, id: $episode})<-[:SUPPORTED_BY|CONTRADICTED_BY|UNCLEAR_IN]-(p:Pattern)
WHERE p.project = $project
  AND ($text IS NULL OR p.nameLower CONTAINS $text OR p.triggerLower CONTAINS $text OR p.actionLower CONTAINS $text)
  AND ($trigger IS NULL OR p.triggerLower CONTAINS $trigger)
  AND ($categories IS NULL OR p.category IN $categories) AND ($statuses IS NULL OR p.status IN $statuses)
  AND ($origins IS NULL OR p.origin IN $origins) AND ($antiPattern IS NULL OR p.antiPattern = $antiPattern)
  AND ($minRate IS NULL OR p.rate >= $minRate) AND ($maxRate IS NULL OR p.rate <= $maxRate)
  AND p.successes + p.failures >= $minTrials
  AND ($contested IS NULL OR $contested = (p.successes > 0 AND p.failures > 0))
WITH p, CASE $order
  WHEN 'RATE' THEN coalesce(0.0 - p.rate, 2.0)
  WHEN 'RATE_ASCENDING' THEN coalesce(p.rate, 2.0)
  WHEN 'WILSON' THEN coalesce(0.0 - p.wilsonLow, 2.0)
  WHEN 'UPDATED' THEN -toFloat(p.updatedAt.epochSeconds * 1000000 + p.updatedAt.microsecond)
  ELSE 0.0 END AS rank
WHERE $afterRank IS NULL OR rank > $afterRank OR rank = $afterRank AND p.key > $after
WITH p, rank ORDER BY rank, p.key LIMIT $limit
RETURN p {.content, .successes, .failures, .unknown, .applications, .timeSaved, .timeSavedIn, .costSaved, .costSavedIn, .lastUsed} AS pattern
ORDER BY rank, p.key
