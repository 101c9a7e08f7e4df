// get_variables: The variables with some names.
// params: project, names
// returns: name, recorded, closed, absentState
UNWIND $names AS name
MATCH (v:Variable {project: $project, name: name})
RETURN v.name AS name, v.recorded AS recorded, v.closed AS closed, v.absentState AS absentState
ORDER BY name
