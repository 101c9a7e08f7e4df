// get_factor_links_by_type: The factor links with some keys, by relation.
// params: project, causes, enables, prevents, correlates
// returns: link
CALL () {
  UNWIND $causes AS key
  MATCH (s:Factor)-[r:CAUSES {project: $project, key: key}]->(t:Factor)
  USING INDEX SEEK r:CAUSES(project, key)
  RETURN s, r, t
  UNION ALL
  UNWIND $enables AS key
  MATCH (s:Factor)-[r:ENABLES {project: $project, key: key}]->(t:Factor)
  USING INDEX SEEK r:ENABLES(project, key)
  RETURN s, r, t
  UNION ALL
  UNWIND $prevents AS key
  MATCH (s:Factor)-[r:PREVENTS {project: $project, key: key}]->(t:Factor)
  USING INDEX SEEK r:PREVENTS(project, key)
  RETURN s, r, t
  UNION ALL
  UNWIND $correlates AS key
  MATCH (s:Factor)-[r:CORRELATES {project: $project, key: key}]->(t:Factor)
  USING INDEX SEEK r:CORRELATES(project, key)
  RETURN s, r, t
}
RETURN r {.key, .stated, .extracted, .temporal, .measured, .statements, .statedStrength, .n11, .n10, .n01, .n00,
          .forward, .backward, .firstSeen, .lastSeen, .strength, .deltaP, .deltaLow, .deltaHigh, .posterior,
          .posteriorLow, .posteriorHigh, .confidence, .unmeasured, .unsupported, .ambiguousDirection, .suggested,
          relation: type(r), source: s {.variable, .state}, target: t {.variable, .state}} AS link
