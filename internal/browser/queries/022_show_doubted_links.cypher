// Links in doubt
// Links between factors that the counts do not bear out, or whose effect came first too often; those with the most episodes first.
// params: project
MATCH path = (:Factor {project: $project})-[l:CAUSES|ENABLES|PREVENTS]->(:Factor)
WHERE l.unsupported OR l.ambiguousDirection
WITH path, l ORDER BY l.n11 + l.n10 + l.n01 + l.n00 DESC, l.key
RETURN path LIMIT 25
