// list_decided: Those of some variables whose states are decisions.
// params: project, names
// returns: name
UNWIND $names AS name
MATCH (f:Factor {project: $project, variable: name}) WHERE f.decisions > 0
RETURN DISTINCT name
ORDER BY name
