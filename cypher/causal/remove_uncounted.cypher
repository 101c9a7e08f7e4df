// remove_uncounted: Removes what the counts of the factor links of a project left out.
// params: project
// returns: nothing
MATCH (u:Uncounted)
USING INDEX SEEK u:Uncounted(project, graph)
WHERE u.project = $project AND u.graph > -1
DELETE u
