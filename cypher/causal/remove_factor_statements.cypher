// remove_factor_statements: Removes statements.
// params: project, ids
// returns: nothing
UNWIND $ids AS id
MATCH (s:FactorStatement {project: $project, id: id})
DELETE s
