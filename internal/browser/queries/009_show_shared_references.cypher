// Episodes that touch the same thing
// Files, commits, pull requests and the like that more than one episode mentions.
// params: project
MATCH (r:Reference {project: $project})
WITH r, COUNT { (:Episode)-[:MENTIONS]->(r) } AS episodes
WHERE episodes > 1
WITH r ORDER BY episodes DESC, r.key LIMIT 15
MATCH path = (:Episode {project: $project})-[:MENTIONS]->(r)
RETURN path LIMIT 100
