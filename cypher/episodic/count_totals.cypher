// count_totals: The totals of the present episodes of some projects.
// params: projects
// returns: project, episodes, decisions, events, links, references
// A link without a direction is drawn both ways but counts once.
UNWIND $projects AS project
CALL (project) {
  MATCH (e:Episode) WHERE e.project = project AND e.sortKey > ''
  RETURN count(e) AS episodes, sum(e.decisionCount) AS decisions, sum(e.eventCount) AS events
}
CALL (project) {
  MATCH (o:Occurrence) WHERE o.project = project AND o.key > ''
  RETURN sum(COUNT { (o)-[:CAUSES|ENABLES|PREVENTS]->() }) + sum(COUNT { (o)-[:CORRELATES]->() }) / 2 AS links
}
CALL (project) {
  MATCH (r:Reference) WHERE r.project = project AND r.sortKey > ''
  RETURN count(r) AS references
}
RETURN project, episodes, decisions, events, links, references
