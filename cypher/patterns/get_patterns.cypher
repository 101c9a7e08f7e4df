// get_patterns: The patterns with some keys.
// params: project, keys
// returns: pattern
UNWIND $keys AS key
MATCH (p:Pattern {project: $project, key: key})
RETURN p {.content, .successes, .failures, .unknown, .applications, .timeSaved, .timeSavedIn, .costSaved, .costSavedIn, .lastUsed} AS pattern
