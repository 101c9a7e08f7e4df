// find_statements_for: The statements that make one of some links, by id.
// params: project, keys
// returns: statement
UNWIND $keys AS key
MATCH (s:FactorStatement {project: $project, link: key})
RETURN s {.id, .sourceVariable, .sourceState, .targetVariable, .targetState, .relation, .origin, .strength, .confidence,
          .note, .episodes, .at, .sourceNowVariable, .sourceNowState, .targetNowVariable, .targetNowState, .link} AS statement
ORDER BY s.id
