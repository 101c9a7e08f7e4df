// purge_factors: Removes the rules and statements about the factors of a project, and what was derived since the layer was removed.
// params: project
// returns: nothing
CALL () { MATCH (s:FactorStatement) USING INDEX SEEK s:FactorStatement(project, id) WHERE s.project = $project AND s.id > '' DELETE s }
CALL () { MATCH (v:Variable) USING INDEX SEEK v:Variable(project, name) WHERE v.project = $project AND v.name > '' DELETE v }
CALL () { MATCH (f:Factor) USING INDEX SEEK f:Factor(project, key) WHERE f.project = $project AND f.key > '' DETACH DELETE f }
CALL () { MATCH (u:Uncounted) USING INDEX SEEK u:Uncounted(project, graph) WHERE u.project = $project AND u.graph > -1 DELETE u }
