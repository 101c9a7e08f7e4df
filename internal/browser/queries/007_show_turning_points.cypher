// Turning points
// The five decisions from which most follows within three steps, and what follows.
// params: project
MATCH (d:Decision {project: $project})-[:CAUSES|ENABLES]->(:Occurrence)
WITH DISTINCT d ORDER BY COUNT { (d)-[:CAUSES|ENABLES]->() } DESC, d.key LIMIT 50
WITH d, COUNT { (d)-[:CAUSES|ENABLES]->{1,3}(:Occurrence) } AS consequences
ORDER BY consequences DESC, d.key LIMIT 5
CALL (d) {
  MATCH path = (d)-[:CAUSES|ENABLES]->{1,3}(:Occurrence)
  RETURN path LIMIT 20
}
RETURN path LIMIT 100
