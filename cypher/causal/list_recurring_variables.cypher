// list_recurring_variables: The variables that so many episodes record, or that somebody closed, by name.
// params: project, least
// returns: name, recorded, closed, absentState
CALL () {
  MATCH (v:Variable)
  USING INDEX v:Variable(project, recorded)
  WHERE v.project = $project AND v.recorded >= $least
  RETURN v
  UNION
  MATCH (v:Variable)
  USING INDEX v:Variable(project, closed)
  WHERE v.project = $project AND v.closed = true
  RETURN v
}
RETURN v.name AS name, v.recorded AS recorded, v.closed AS closed, v.absentState AS absentState
ORDER BY name
