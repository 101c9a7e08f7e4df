// list_links_of: The factor links with a state of a variable at one end.
// params: project, variable
// returns: link
MATCH (f:Factor) WHERE f.project = $project AND f.variable = $variable
MATCH (f)-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]-(:Factor)
WHERE r.key IS NOT NULL
WITH DISTINCT r, startNode(r) AS s, endNode(r) AS t
RETURN r {.key, .stated, .extracted, .temporal, .measured, .statements, .statedStrength, .n11, .n10, .n01, .n00,
          .forward, .backward, .firstSeen, .lastSeen, .strength, .deltaP, .deltaLow, .deltaHigh, .posterior,
          .posteriorLow, .posteriorHigh, .confidence, .unmeasured, .unsupported, .ambiguousDirection, .suggested,
          relation: type(r), source: s {.variable, .state}, target: t {.variable, .state}} AS link
