// list_variables: The variables of a project, by name.
// params: project
// returns: name, recorded, closed, absentState
MATCH (v:Variable)
USING INDEX SEEK v:Variable(project, name)
WHERE v.project = $project AND v.name > ''
RETURN v.name AS name, v.recorded AS recorded, v.closed AS closed, v.absentState AS absentState
ORDER BY name
