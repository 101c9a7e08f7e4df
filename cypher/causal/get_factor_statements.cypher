// get_factor_statements: The statements with some ids, by id.
// params: project, ids
// returns: statement
UNWIND $ids AS id
MATCH (s:FactorStatement {project: $project, id: id})
RETURN s {.id, .sourceVariable, .sourceState, .targetVariable, .targetState, .relation, .origin, .strength, .confidence,
          .note, .episodes, .at, .sourceNowVariable, .sourceNowState, .targetNowVariable, .targetNowState, .link} AS statement
ORDER BY s.id
