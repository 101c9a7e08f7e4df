// drop_variables: Removes some of the variables of a project.
// params: project, limit
// returns: count
// Variables that are declared closed stay, recorded by no episode.
MATCH (v:Variable)
USING INDEX SEEK v:Variable(project, name)
WHERE v.project = $project AND v.name > '' AND (v.recorded > 0 OR NOT v.closed)
WITH v LIMIT $limit
CALL (v) { WITH v WHERE v.closed SET v.recorded = 0 }
CALL (v) { WITH v WHERE NOT v.closed DELETE v }
RETURN count(*) AS count
