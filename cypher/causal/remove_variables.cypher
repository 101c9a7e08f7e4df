// remove_variables: Removes variables of which no episode tells.
// params: project, names
// returns: nothing
UNWIND $names AS name
MATCH (v:Variable {project: $project, name: name})
DELETE v
