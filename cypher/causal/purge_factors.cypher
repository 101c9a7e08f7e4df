// purge_factors: Removes what people decided and stated about the factors of a project.
// params: project
// returns: nothing
CALL () { MATCH (s:FactorStatement) WHERE s.project = $project AND s.id > '' DELETE s }
CALL () { MATCH (v:Variable) WHERE v.project = $project AND v.name > '' DELETE v }
