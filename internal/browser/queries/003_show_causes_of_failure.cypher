// What led to failures
// Up to four steps back from the five newest failures, along what caused or enabled the next step.
// params: project
MATCH (e:Episode {project: $project, failed: true})-[:HAS_OUTCOME]->(o:Outcome)
WITH e, o ORDER BY e.sortKey DESC
WHERE (o)<-[:CAUSES|ENABLES]-()
WITH o LIMIT 5
CALL (o) {
  MATCH path = (o)<-[:CAUSES|ENABLES]-{1,4}(:Occurrence)
  RETURN path ORDER BY length(path) LIMIT 20
}
RETURN path LIMIT 100
