// list_factor_statements: A page of the statements of a project, by id.
// params: project, after, limit
// returns: statement
MATCH (s:FactorStatement)
USING INDEX SEEK s:FactorStatement(project, id)
WHERE s.project = $project AND s.id > $after
WITH s ORDER BY s.id LIMIT $limit
RETURN s {.id, .sourceVariable, .sourceState, .targetVariable, .targetState, .relation, .origin, .strength, .confidence,
          .note, .episodes, .at, .sourceNowVariable, .sourceNowState, .targetNowVariable, .targetNowState, .link} AS statement
ORDER BY s.id
