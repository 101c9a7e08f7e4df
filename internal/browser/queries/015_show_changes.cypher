// What changed since a day
// Links between factors that an episode stated since $since, a day such as '2026-03-01': the newest first.
// params: project, since
MATCH path = (:Factor {project: $project})-[l:CAUSES|ENABLES|PREVENTS]->(:Factor)
WHERE l.lastSeen >= datetime($since)
WITH path, l ORDER BY l.lastSeen DESC, l.key
RETURN path LIMIT 25
