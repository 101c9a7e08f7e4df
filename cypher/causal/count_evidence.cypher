// count_evidence: The number of episodes that state a link or are in certain cells of its table.
// params: project, link, pair, sources, targets, neither, stated, cells, after, until
// returns: count
// Episodes that may be in the cells are found through the factors; those with neither factor through the
// variable that fewer episodes record.
UNWIND [$pair] AS pair
CALL (pair) {
  MATCH (f:Factor) WHERE f.project = $project AND f.variable = pair.sourceVariable
  RETURN sum(COUNT { (f)<-[:OBSERVES]-() }) AS sources
}
CALL (pair) {
  MATCH (f:Factor) WHERE f.project = $project AND f.variable = pair.targetVariable
  RETURN sum(COUNT { (f)<-[:OBSERVES]-() }) AS targets
}
WITH pair, CASE WHEN pair.sourceClosed AND pair.targetClosed THEN 'either'
                WHEN pair.sourceClosed THEN 'target' WHEN pair.targetClosed THEN 'source'
                WHEN sources <= targets THEN 'source' ELSE 'target' END AS side
CALL (pair, side) {
  WITH pair WHERE $sources
  MATCH (f:Factor)<-[:OBSERVES]-(e:Record) WHERE f.project = $project AND f.key = pair.source
  RETURN e
  UNION
  WITH pair WHERE $targets
  MATCH (f:Factor)<-[:OBSERVES]-(e:Record) WHERE f.project = $project AND f.key = pair.target
  RETURN e
  UNION
  WITH pair, side WHERE $neither AND side = 'source'
  MATCH (f:Factor)<-[:OBSERVES]-(e:Record) WHERE f.project = $project AND f.variable = pair.sourceVariable
  RETURN e
  UNION
  WITH pair, side WHERE $neither AND side = 'target'
  MATCH (f:Factor)<-[:OBSERVES]-(e:Record) WHERE f.project = $project AND f.variable = pair.targetVariable
  RETURN e
  UNION
  WITH pair, side WHERE $neither AND side = 'either'
  MATCH (e:Record) WHERE e.project = $project AND e.id > $after AND e.factorOutcome IS NOT NULL
  RETURN e
  UNION
  WITH pair WHERE $stated
  MATCH (e:Record)-[s:SUPPORTS {project: $project, link: $link}]->(:Factor)
  USING INDEX SEEK s:SUPPORTS(project, link)
  RETURN e
}
WITH pair, e WHERE e.id > $after AND ($until IS NULL OR e.factorSeen <= $until)
CALL (e) {
  OPTIONAL MATCH (e)-[x:SUPPORTS]->(:Factor) WHERE x.link = $link
  RETURN max(x.basis) AS basis
}
CALL (e, pair) {
  OPTIONAL MATCH (e)-[:OBSERVES]->(f:Factor)
  RETURN count(CASE WHEN f.key = pair.source THEN 1 END) > 0 AS hasSource,
         count(CASE WHEN f.key = pair.target THEN 1 END) > 0 AS hasTarget,
         count(CASE WHEN f.variable = pair.sourceVariable THEN 1 END) > 0 AS tellsSource,
         count(CASE WHEN f.variable = pair.targetVariable THEN 1 END) > 0 AS tellsTarget
}
WITH e, basis, hasSource, hasTarget,
     (tellsSource OR pair.sourceClosed) AND (tellsTarget OR pair.targetClosed) AS compared
WHERE $stated AND basis IS NOT NULL
   OR compared AND [hasSource, hasTarget] IN $cells
RETURN count(*) AS count
