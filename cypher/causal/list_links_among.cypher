// list_links_among: The links between factors whose variables are among some, at each end.
// params: project, variables, hub
// returns: link
// A link is looked for from its end with few links, $hub being many; of two hubs, at both.
MATCH (f:Factor) WHERE f.project = $project AND f.variable IN $variables
WITH collect(f) AS factors
CALL (factors) {
  UNWIND factors AS s
  WITH factors, s WHERE COUNT { (s)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]->() } < $hub
  MATCH (s)-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]->(t:Factor)
  WHERE t IN factors
  RETURN s, r, t
  UNION ALL
  UNWIND factors AS t
  WITH factors, t WHERE COUNT { (t)<-[:CAUSES|ENABLES|PREVENTS|CORRELATES]-() } < $hub
  MATCH (t)<-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]-(s:Factor)
  WHERE s IN factors AND COUNT { (s)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]->() } >= $hub
  RETURN s, r, t
  UNION ALL
  WITH [s IN factors WHERE COUNT { (s)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]->() } >= $hub] AS sources,
       [t IN factors WHERE COUNT { (t)<-[:CAUSES|ENABLES|PREVENTS|CORRELATES]-() } >= $hub] AS targets
  UNWIND sources AS s
  UNWIND targets AS t
  MATCH (s)-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]->(t)
  RETURN s, r, t
}
WITH s, r, t WHERE r.key IS NOT NULL
RETURN r {.key, .stated, .extracted, .temporal, .measured, .statements, .statedStrength, .n11, .n10, .n01, .n00,
          .forward, .backward, .firstSeen, .lastSeen, .strength, .deltaP, .deltaLow, .deltaHigh, .posterior,
          .posteriorLow, .posteriorHigh, .confidence, .unmeasured, .unsupported, .ambiguousDirection, .suggested,
          relation: type(r), source: s {.variable, .state}, target: t {.variable, .state}} AS link
