// Links of one episode only
// Links between factors that one episode states and nobody else: the newest first.
// params: project
MATCH path = (:Factor {project: $project})-[l:CAUSES|ENABLES|PREVENTS]->(:Factor)
WHERE l.evidenceCount = 1 AND l.statements = 0
WITH path, l ORDER BY l.lastSeen DESC, l.key
RETURN path LIMIT 25
