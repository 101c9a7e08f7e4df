// list_decided: Which of some variables decisions are the states of.
// params: project, names
// returns: name
UNWIND $names AS name
MATCH (f:Factor {project: $project, variable: name}) WHERE f.decisions > 0
RETURN DISTINCT name
ORDER BY name
