// find_unplaced: Some of the statements that are not in the factor layer, by id.
// params: project, limit
// returns: statement
MATCH (s:FactorStatement)
USING INDEX SEEK s:FactorStatement(project, unplaced, id)
WHERE s.project = $project AND s.unplaced = true AND s.id > ''
WITH s ORDER BY s.id LIMIT $limit
RETURN s {.id, .sourceVariable, .sourceState, .targetVariable, .targetState, .relation, .origin, .strength, .confidence,
          .note, .episodes, .at, .sourceNowVariable, .sourceNowState, .targetNowVariable, .targetNowState, .link} AS statement
ORDER BY s.id
