// find_instance_factors: The factors that some occurrences are instances of.
// params: project, keys
// returns: key, variable, state
UNWIND $keys AS key
MATCH (o:Occurrence {project: $project, key: key})-[:INSTANCE_OF]->(f:Factor)
RETURN o.key AS key, f.variable AS variable, f.state AS state
