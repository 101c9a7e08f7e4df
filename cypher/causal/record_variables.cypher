// record_variables: Writes variables as they are given, new or not.
// params: project, variables (list of {name, properties})
// returns: nothing
UNWIND $variables AS row
MERGE (v:Variable {project: $project, name: row.name})
SET v += row.properties
