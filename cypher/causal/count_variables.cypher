// count_variables: How many variables a project has.
// params: project
// returns: count
MATCH (v:Variable)
USING INDEX SEEK v:Variable(project, name)
WHERE v.project = $project AND v.name > ''
RETURN count(v) AS count
