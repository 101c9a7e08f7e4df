// Runs of the task that failed last
// The newest episode that failed and the other runs of its task: what was decided in each, and how it ended.
// params: project
MATCH (e:Episode {project: $project, outcome: 'failure'})
WITH e ORDER BY e.sortKey DESC LIMIT 1
MATCH (run:Episode {project: $project})
WHERE run = e OR toLower(run.task) = toLower(e.task)
  OR EXISTS { (run)-[:OBSERVES]->(:Factor {variable: 'task'})<-[:OBSERVES]-(e) }
WITH run ORDER BY run.sortKey DESC LIMIT 12
MATCH path = (run)-[:HAS_DECISION|HAS_OUTCOME]->(:Occurrence)
RETURN path LIMIT 100
