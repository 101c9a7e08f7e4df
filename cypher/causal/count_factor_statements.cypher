// count_factor_statements: How many statements a project has.
// params: project
// returns: count
MATCH (s:FactorStatement)
USING INDEX SEEK s:FactorStatement(project, id)
WHERE s.project = $project AND s.id > ''
RETURN count(*) AS count
