// count_instances: The number of occurrences that are instances of a factor.
// params: project, factor
// returns: count
MATCH (f:Factor {project: $project, key: $factor})
RETURN COUNT { (f)<-[:INSTANCE_OF]-() } AS count
