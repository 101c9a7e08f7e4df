// What was prevented, and by what
// Links of the relation PREVENTS with what led to the one that prevents.
// params: project
MATCH path = (by:Occurrence {project: $project})-[:PREVENTS]->(:Occurrence)
WITH by, path LIMIT 50
OPTIONAL MATCH before = (:Occurrence)-[:CAUSES|ENABLES]->(by)
RETURN path, before LIMIT 100
