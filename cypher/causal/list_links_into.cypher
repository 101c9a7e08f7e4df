// list_links_into: The directed factor links whose target is a state of some variables, by key.
// params: project, variables, limit
// returns: link
UNWIND $variables AS variable
MATCH (t:Factor)
USING INDEX SEEK t:Factor(project, variable)
WHERE t.project = $project AND t.variable = variable
MATCH (t)<-[r:CAUSES|ENABLES|PREVENTS]-(s:Factor)
WITH s, r, t ORDER BY r.key LIMIT $limit
RETURN r {.key, .stated, .extracted, .temporal, .measured, .statements, .statedStrength, .n11, .n10, .n01, .n00,
          .forward, .backward, .firstSeen, .lastSeen, .strength, .deltaP, .deltaLow, .deltaHigh, .posterior,
          .posteriorLow, .posteriorHigh, .confidence, .unmeasured, .unsupported, .ambiguousDirection, .suggested,
          relation: type(r), source: s {.variable, .state}, target: t {.variable, .state}} AS link
ORDER BY r.key
