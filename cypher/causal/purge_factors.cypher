// purge_factors: Removes what people decided and stated about the factors of a project.
// params: project
// returns: nothing
CALL () { MATCH (s:FactorStatement) USING INDEX SEEK s:FactorStatement(project, id) WHERE s.project = $project AND s.id > '' DELETE s }
CALL () { MATCH (v:Variable) USING INDEX SEEK v:Variable(project, name) WHERE v.project = $project AND v.name > '' DELETE v }
