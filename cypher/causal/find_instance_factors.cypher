// find_instance_factors: The factors of which some occurrences are instances.
// params: project, keys
// returns: key, variable, state
UNWIND $keys AS key
MATCH (o:Occurrence {project: $project, key: key})-[:INSTANCE_OF]->(f:Factor)
RETURN o.key AS key, f.variable AS variable, f.state AS state
