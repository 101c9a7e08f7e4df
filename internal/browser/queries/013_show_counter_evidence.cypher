// Links with the most counter-evidence
// Links between factors, those first against which the most episodes speak, such as a cause without its effect.
// params: project
MATCH path = (:Factor {project: $project})-[l:CAUSES|ENABLES|PREVENTS]->(:Factor)
WITH path, l, CASE type(l) WHEN 'PREVENTS' THEN l.n11 WHEN 'ENABLES' THEN l.n01 ELSE l.n10 END AS against
ORDER BY against DESC, l.key
RETURN path LIMIT 25
