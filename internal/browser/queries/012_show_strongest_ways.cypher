// The strongest ways to an outcome
// Up to three links between factors that lead to an outcome, by the product of their strengths; one without a strength counts as 0.1.
// params: project
MATCH (o:Factor {project: $project, variable: 'outcome'})
MATCH path = (o)<-[links:CAUSES|ENABLES]-{1,3}(:Factor)
WHERE all(l IN links WHERE l.grade > 0)
WITH path, reduce(strength = 1.0, l IN links | strength * coalesce(l.weight, 0.1)) AS strength
ORDER BY strength DESC, length(path)
RETURN path LIMIT 25
