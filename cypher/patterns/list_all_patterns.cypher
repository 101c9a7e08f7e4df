// list_all_patterns: All patterns of a project, by key.
// params: project
// returns: pattern
MATCH (p:Pattern)
USING INDEX SEEK p:Pattern(project, key)
WHERE p.project = $project AND p.key > ''
RETURN p {.content, .successes, .failures, .unknown, .applications, .timeSaved, .timeSavedIn, .costSaved, .costSavedIn, .lastUsed} AS pattern
ORDER BY p.key
