// count_pairs: The tables of pairs of factors over the episodes that record the states of both variables.
// params: project, pairs (list of {number, source, sourceVariable, sourceClosed, target, targetVariable, targetClosed}), until
// returns: number, n11, n10, n01, n00, forward, backward
// Episodes are found through the variable that fewer of them record. Where both variables are
// closed, all other episodes have neither factor, and the caller computes n00.
UNWIND $pairs AS pair
CALL (pair) {
  MATCH (f:Factor)
  USING INDEX SEEK f:Factor(project, variable)
  WHERE f.project = $project AND f.variable = pair.sourceVariable
  RETURN sum(COUNT { (f)<-[:OBSERVES]-() }) AS sources
}
CALL (pair) {
  MATCH (f:Factor)
  USING INDEX SEEK f:Factor(project, variable)
  WHERE f.project = $project AND f.variable = pair.targetVariable
  RETURN sum(COUNT { (f)<-[:OBSERVES]-() }) AS targets
}
WITH pair, CASE WHEN pair.sourceClosed AND pair.targetClosed THEN 'either'
                WHEN pair.sourceClosed THEN 'target' WHEN pair.targetClosed THEN 'source'
                WHEN sources <= targets THEN 'source' ELSE 'target' END AS side
CALL (pair, side) {
  WITH pair, side WHERE side = 'source'
  MATCH (f:Factor)<-[:OBSERVES]-(e:Record)
  USING INDEX SEEK f:Factor(project, variable)
  WHERE f.project = $project AND f.variable = pair.sourceVariable
  RETURN e
  UNION
  WITH pair, side WHERE side = 'target'
  MATCH (f:Factor)<-[:OBSERVES]-(e:Record)
  USING INDEX SEEK f:Factor(project, variable)
  WHERE f.project = $project AND f.variable = pair.targetVariable
  RETURN e
  UNION
  WITH pair, side WHERE side = 'either'
  MATCH (f:Factor)<-[:OBSERVES]-(e:Record)
  USING INDEX SEEK f:Factor(project, key)
  WHERE f.project = $project AND f.key IN [pair.source, pair.target]
  RETURN e
}
WITH pair, e WHERE $until IS NULL OR e.factorSeen <= $until
CALL (e, pair) {
  MATCH (e)-[o:OBSERVES]->(f:Factor)
  RETURN count(CASE WHEN f.key = pair.source THEN 1 END) > 0 AS hasSource,
         count(CASE WHEN f.key = pair.target THEN 1 END) > 0 AS hasTarget,
         count(CASE WHEN f.variable = pair.sourceVariable THEN 1 END) > 0 AS tellsSource,
         count(CASE WHEN f.variable = pair.targetVariable THEN 1 END) > 0 AS tellsTarget,
         min(CASE WHEN f.key = pair.source THEN o.order END) AS sourceOrder,
         min(CASE WHEN f.key = pair.target THEN o.order END) AS targetOrder
}
WITH pair, hasSource, hasTarget, sourceOrder, targetOrder
WHERE (tellsSource OR pair.sourceClosed) AND (tellsTarget OR pair.targetClosed)
RETURN pair.number AS number,
       count(CASE WHEN hasSource AND hasTarget THEN 1 END) AS n11,
       count(CASE WHEN hasSource AND NOT hasTarget THEN 1 END) AS n10,
       count(CASE WHEN hasTarget AND NOT hasSource THEN 1 END) AS n01,
       count(CASE WHEN NOT hasSource AND NOT hasTarget THEN 1 END) AS n00,
       count(CASE WHEN sourceOrder < targetOrder THEN 1 END) AS forward,
       count(CASE WHEN sourceOrder > targetOrder THEN 1 END) AS backward
