// get_factor_links: The factor links with some keys.
// params: project, keys
// returns: link
CALL () {
  UNWIND $keys AS key
  MATCH (s:Factor)-[r:CAUSES {project: $project, key: key}]->(t:Factor)
  USING INDEX SEEK r:CAUSES(project, key)
  RETURN s, r, t
  UNION ALL
  UNWIND $keys AS key
  MATCH (s:Factor)-[r:ENABLES {project: $project, key: key}]->(t:Factor)
  USING INDEX SEEK r:ENABLES(project, key)
  RETURN s, r, t
  UNION ALL
  UNWIND $keys AS key
  MATCH (s:Factor)-[r:PREVENTS {project: $project, key: key}]->(t:Factor)
  USING INDEX SEEK r:PREVENTS(project, key)
  RETURN s, r, t
  UNION ALL
  UNWIND $keys AS key
  MATCH (s:Factor)-[r:CORRELATES {project: $project, key: key}]->(t:Factor)
  USING INDEX SEEK r:CORRELATES(project, key)
  RETURN s, r, t
}
RETURN r {.key, .stated, .extracted, .temporal, .measured, .statements, .statedStrength, .n11, .n10, .n01, .n00,
          .forward, .backward, .firstSeen, .lastSeen, .strength, .deltaP, .deltaLow, .deltaHigh, .posterior,
          .posteriorLow, .posteriorHigh, .confidence, .unmeasured, .unsupported, .ambiguousDirection, .suggested,
          relation: type(r), source: s {.variable, .state}, target: t {.variable, .state}} AS link
