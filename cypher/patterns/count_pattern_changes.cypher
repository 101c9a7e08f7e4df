// count_pattern_changes: The number of changes of a pattern.
// params: project, pattern
// returns: count
MATCH (c:PatternChange)
USING INDEX SEEK c:PatternChange(project, pattern, number)
WHERE c.project = $project AND c.pattern = $pattern AND c.number > 0
RETURN count(*) AS count
