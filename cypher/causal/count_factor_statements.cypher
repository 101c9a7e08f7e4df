// count_factor_statements: The number of statements of a project.
// params: project
// returns: count
MATCH (s:FactorStatement)
USING INDEX SEEK s:FactorStatement(project, id)
WHERE s.project = $project AND s.id > ''
RETURN count(*) AS count
