// What causes failures
// Over all episodes: the factors that cause, enable or prevent the outcome "failure", the strongest links first.
// params: project
MATCH path = (:Factor {project: $project, variable: 'outcome', state: 'failure'})<-[l:CAUSES|ENABLES|PREVENTS]-(:Factor)
WHERE l.grade > 0
WITH path, l ORDER BY coalesce(l.weight, 0) DESC, l.key
RETURN path LIMIT 25
