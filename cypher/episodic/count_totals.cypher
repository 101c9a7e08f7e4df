// count_totals: What the present episodes of a project hold.
// params: project
// returns: episodes, decisions, events, links, references
// A link without a direction is drawn both ways and counts once.
CALL () {
  MATCH (e:Episode) WHERE e.project = $project AND e.sortKey > ''
  RETURN count(e) AS episodes, sum(e.decisionCount) AS decisions, sum(e.eventCount) AS events
}
CALL () {
  MATCH (o:Occurrence) WHERE o.project = $project AND o.key > ''
  RETURN sum(COUNT { (o)-[:CAUSES|ENABLES|PREVENTS]->() }) + sum(COUNT { (o)-[:CORRELATES]->() }) / 2 AS links
}
CALL () {
  MATCH (r:Reference) WHERE r.project = $project AND r.sortKey > ''
  RETURN count(r) AS references
}
RETURN episodes, decisions, events, links, references
