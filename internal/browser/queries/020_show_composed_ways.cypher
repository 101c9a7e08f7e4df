// Composed ways to an outcome
// Two links between factors that lead to an outcome and that no episode has in common and no statement joins: guesses, never a chain that somebody lived or stated.
// params: project
MATCH path = (:Factor)-[first:CAUSES|ENABLES]->(:Factor)-[second:CAUSES|ENABLES]->(:Factor {project: $project, variable: 'outcome'})
WHERE first.grade > 0 AND second.grade > 0 AND coalesce(first.statements, 0) = 0 AND coalesce(second.statements, 0) = 0
  AND NOT EXISTS { (e:Record)-[s:SUPPORTS]->(:Factor) WHERE s.project = $project AND s.link = second.key
    AND EXISTS { (e)-[t:SUPPORTS]->(:Factor) WHERE t.link = first.key } }
RETURN path ORDER BY coalesce(first.weight, 0.1) * coalesce(second.weight, 0.1) DESC LIMIT 25
