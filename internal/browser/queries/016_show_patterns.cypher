// Patterns with their trigger and action
// What keeps happening: the state that sets a pattern off and the one that is its action, the best proven first.
// params: project
MATCH (p:Pattern {project: $project})
WHERE p.key > '' AND p.status <> 'DEPRECATED'
WITH p ORDER BY coalesce(p.wilsonLow, -1.0) DESC, p.key LIMIT 25
MATCH path = (p)-[:TRIGGERED_BY|WATCHES]->(:PatternState)
RETURN path LIMIT 100
