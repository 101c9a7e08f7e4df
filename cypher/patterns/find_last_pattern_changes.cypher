// find_last_pattern_changes: The number of the last change of some patterns.
// params: project, patterns
// returns: pattern, number
UNWIND $patterns AS key
MATCH (c:PatternChange)
USING INDEX SEEK c:PatternChange(project, pattern, number)
WHERE c.project = $project AND c.pattern = key AND c.number > 0
RETURN key AS pattern, max(c.number) AS number
