// find_layer: Some factors, some variables, and some links, each as one list.
// params: project, keys, variables, links
// returns: factors, variables, links
// Every access is an index seek, whatever the counts: a cached plan is not replanned.
CYPHER replan=skip
CALL () {
  UNWIND $keys AS key
  MATCH (f:Factor {project: $project, key: key})
  RETURN collect(f {.variable, .state, .successes, .partials, .failures, .unknown, .decisions, .events, .outcomes,
                    .contexts, .statements, .firstSeen, .lastSeen}) AS factors
}
CALL (factors) {
  UNWIND $variables AS name
  MATCH (v:Variable {project: $project, name: name})
  RETURN collect(v {.name, .recorded, .closed, .absentState}) AS variables
}
CALL (variables) {
  CALL () {
    UNWIND $links AS key
    MATCH (s:Factor)-[r:CAUSES {project: $project, key: key}]->(t:Factor)
    USING INDEX SEEK r:CAUSES(project, key)
    RETURN s, r, t
    UNION ALL
    UNWIND $links AS key
    MATCH (s:Factor)-[r:ENABLES {project: $project, key: key}]->(t:Factor)
    USING INDEX SEEK r:ENABLES(project, key)
    RETURN s, r, t
    UNION ALL
    UNWIND $links AS key
    MATCH (s:Factor)-[r:PREVENTS {project: $project, key: key}]->(t:Factor)
    USING INDEX SEEK r:PREVENTS(project, key)
    RETURN s, r, t
    UNION ALL
    UNWIND $links AS key
    MATCH (s:Factor)-[r:CORRELATES {project: $project, key: key}]->(t:Factor)
    USING INDEX SEEK r:CORRELATES(project, key)
    RETURN s, r, t
  }
  RETURN collect(r {.key, .stated, .extracted, .temporal, .measured, .statements, .statedStrength, .n11, .n10, .n01, .n00,
                     .forward, .backward, .firstSeen, .lastSeen, .strength, .deltaP, .deltaLow, .deltaHigh, .posterior,
                     .posteriorLow, .posteriorHigh, .confidence, .unmeasured, .unsupported, .ambiguousDirection, .suggested,
                     relation: type(r), source: s {.variable, .state}, target: t {.variable, .state}}) AS links
}
RETURN factors, variables, links
