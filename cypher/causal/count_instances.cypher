// count_instances: How many occurrences are instances of a factor.
// params: project, factor
// returns: count
MATCH (f:Factor {project: $project, key: $factor})
RETURN COUNT { (f)<-[:INSTANCE_OF]-() } AS count
