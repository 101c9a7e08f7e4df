// find_links_among: The factor links between states of some variables, without their measures.
// params: project, variables, hub
// returns: link
// A link is searched from its end with few links ($hub or more are many); between two hubs, at both ends. Every
// access is an index seek, whatever the counts: a cached plan is not replanned.
CYPHER replan=skip
MATCH (f:Factor) WHERE f.project = $project AND f.variable IN $variables
WITH collect(f) AS states
CALL (states) {
  UNWIND states AS s
  WITH states, s WHERE COUNT { (s)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]->() } < $hub
  MATCH (s)-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]->(t:Factor)
  WHERE t IN states
  RETURN s, r, t
  UNION ALL
  UNWIND states AS t
  WITH states, t WHERE COUNT { (t)<-[:CAUSES|ENABLES|PREVENTS|CORRELATES]-() } < $hub
  MATCH (t)<-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]-(s:Factor)
  WHERE s IN states AND COUNT { (s)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]->() } >= $hub
  RETURN s, r, t
  UNION ALL
  WITH [s IN states WHERE COUNT { (s)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]->() } >= $hub] AS sources,
       [t IN states WHERE COUNT { (t)<-[:CAUSES|ENABLES|PREVENTS|CORRELATES]-() } >= $hub] AS targets
  UNWIND sources AS s
  UNWIND targets AS t
  MATCH (s)-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]->(t)
  RETURN s, r, t
}
WITH s, r, t WHERE r.key IS NOT NULL
RETURN r {.key, .stated, .extracted, .temporal, .measured, .statements, .statedStrength, .n11, .n10, .n01, .n00,
          .forward, .backward, .firstSeen, .lastSeen, relation: type(r),
          source: s {.variable, .state}, target: t {.variable, .state}} AS link
