// drop_placements: Removes some of the statements of a project from the factor layer; the statements themselves stay.
// params: project, limit
// returns: count
MATCH (s:FactorStatement)
USING INDEX SEEK s:FactorStatement(project, id)
WHERE s.project = $project AND s.id > '' AND s.unplaced IS NULL
WITH s LIMIT $limit
SET s.unplaced = true
REMOVE s.sourceNow, s.sourceNowVariable, s.sourceNowState, s.targetNow, s.targetNowVariable, s.targetNowState, s.link
RETURN count(*) AS count
