// Steps that no good run of the task has
// Of the newest failure whose task also went well: its decisions and events, with the factor that no good run has. A place to look, not a verdict.
// params: project
MATCH (run:Episode {project: $project})
WITH toLower(run.task) AS task, collect(run) AS runs
WITH [r IN runs WHERE r.outcome = 'success'] AS good, [r IN runs WHERE r.outcome = 'failure'] AS failed
WHERE size(good) > 0
UNWIND failed AS e
WITH good, e ORDER BY e.sortKey DESC LIMIT 1
MATCH path = (e)-[:HAS_DECISION|HAS_EVENT]->(step:Occurrence)-[:INSTANCE_OF]->(f:Factor)
WHERE none(g IN good WHERE EXISTS { (g)-[:OBSERVES]->(f) })
RETURN path ORDER BY step.key LIMIT 50
