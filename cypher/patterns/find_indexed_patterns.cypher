// find_indexed_patterns: The patterns with some statuses that have one of some entries in the index, by key.
// params: project, entries, statuses, limit
// returns: pattern
UNWIND $entries AS entry
MATCH (:PatternEntry {project: $project, key: entry})<-[:FOUND_BY]-(p:Pattern)
WHERE p.status IN $statuses
WITH DISTINCT p ORDER BY p.key LIMIT $limit
RETURN p {.content, .successes, .failures, .unknown, .applications, .timeSaved, .timeSavedIn, .costSaved, .costSavedIn, .lastUsed} AS pattern
ORDER BY p.key
