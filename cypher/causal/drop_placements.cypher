// drop_placements: Takes some of the statements of a project out of the factor layer; they stay.
// params: project, limit
// returns: count
MATCH (s:FactorStatement)
USING INDEX SEEK s:FactorStatement(project, id)
WHERE s.project = $project AND s.id > '' AND s.unplaced IS NULL
WITH s LIMIT $limit
SET s.unplaced = true
REMOVE s.sourceNow, s.sourceNowVariable, s.sourceNowState, s.targetNow, s.targetNowVariable, s.targetNowState, s.link
RETURN count(*) AS count
