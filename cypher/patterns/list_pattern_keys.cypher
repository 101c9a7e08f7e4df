// list_pattern_keys: The keys of some of the patterns of a project.
// params: project, limit
// returns: key
MATCH (p:Pattern)
USING INDEX SEEK p:Pattern(project, key)
WHERE p.project = $project AND p.key > ''
RETURN p.key AS key
LIMIT $limit
