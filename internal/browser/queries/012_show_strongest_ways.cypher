// The strongest ways to an outcome
// Up to three links between factors that lead to an outcome, by the product of their strengths; one without a strength counts as 0.1. Links in a row have an episode in common, or somebody stated one of them.
// params: project
MATCH (o:Factor {project: $project, variable: 'outcome'})
MATCH path = (o)<-[links:CAUSES|ENABLES]-{1,3}(:Factor)
WHERE all(l IN links WHERE l.grade > 0)
  AND all(i IN range(1, size(links) - 1) WHERE coalesce(links[i].statements, 0) + coalesce(links[i - 1].statements, 0) > 0
    OR EXISTS { (e:Record)-[s:SUPPORTS]->(:Factor) WHERE s.project = $project AND s.link = links[i].key
      AND EXISTS { (e)-[t:SUPPORTS]->(:Factor) WHERE t.link = links[i - 1].key } })
WITH path, reduce(strength = 1.0, l IN links | strength * coalesce(l.weight, 0.1)) AS strength
ORDER BY strength DESC, length(path)
RETURN path LIMIT 25
