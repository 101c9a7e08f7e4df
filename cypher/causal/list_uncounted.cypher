// list_uncounted: What the counts of the factor links of a project leave out, by change.
// params: project
// returns: content
MATCH (u:Uncounted)
USING INDEX SEEK u:Uncounted(project, graph)
WHERE u.project = $project AND u.graph > -1
RETURN u.content AS content
ORDER BY u.graph
