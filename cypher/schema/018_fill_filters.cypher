// 018_fill_filters: What filters ask of present episodes that were recorded before these properties were.
// params: none
// returns: nothing
MATCH (e:Episode) WHERE e.failed IS NULL
CALL (e) {
  OPTIONAL MATCH (e)-[:HAS_DECISION]->(d:Decision) WHERE d.type <> ''
  WITH d ORDER BY d.type
  RETURN collect(DISTINCT d.type) AS types
}
CALL (e) {
  OPTIONAL MATCH (e)-[:MENTIONS]->(r:Reference)
  RETURN r
  UNION
  OPTIONAL MATCH (e)-[:HAS_DECISION|HAS_EVENT|HAS_OUTCOME]->()-[:MENTIONS]->(r:Reference)
  RETURN r
}
WITH e, types, r ORDER BY r.sortKey
WITH e, types, collect(DISTINCT r.kind + ':' + r.key) AS references
SET e.decisionTypes = CASE WHEN size(types) > 0 THEN types END,
    e.references = CASE WHEN size(references) > 0 THEN references END,
    e.failed = e.outcome IN ['failure', 'partial']
      OR EXISTS { (e)-[:HAS_DECISION]->(d:Decision) WHERE d.outcome = 'failure' }
      OR EXISTS { (e)-[:HAS_EVENT]->(v:Event) WHERE v.type = 'error' }
