// remove_variables: Removes variables that no episode records.
// params: project, names
// returns: nothing
UNWIND $names AS name
MATCH (v:Variable {project: $project, name: name})
DELETE v
