// list_pattern_changes: A page of the history of a pattern, latest first.
// params: project, pattern, before, limit
// returns: content
MATCH (c:PatternChange)
USING INDEX SEEK c:PatternChange(project, pattern, number)
WHERE c.project = $project AND c.pattern = $pattern AND c.number < $before
WITH c ORDER BY c.number DESC LIMIT $limit
RETURN c.content AS content
ORDER BY c.number DESC
