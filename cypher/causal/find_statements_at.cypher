// find_statements_at: The statements that name one of some factors after merges, by id.
// params: project, keys
// returns: statement
CALL () {
  UNWIND $keys AS key
  MATCH (s:FactorStatement {project: $project, sourceNow: key})
  RETURN s
  UNION
  UNWIND $keys AS key
  MATCH (s:FactorStatement {project: $project, targetNow: key})
  RETURN s
}
RETURN s {.id, .sourceVariable, .sourceState, .targetVariable, .targetState, .relation, .origin, .strength, .confidence,
          .note, .episodes, .at, .sourceNowVariable, .sourceNowState, .targetNowVariable, .targetNowState, .link} AS statement
ORDER BY s.id
