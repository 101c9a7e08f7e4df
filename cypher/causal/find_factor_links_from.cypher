// find_factor_links_from: The links that leave each of some factors, at most $limit each, those stated by most episodes first, then by key.
// params: project, keys, types, bases, grade, weight, inTime, until, limit
// returns: of, step
// A link without a direction has a relationship each way; the mirrored one is followed backward.
UNWIND $keys AS key
CALL (key) {
  MATCH (s:Factor {project: $project, key: key})-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]->(t:Factor)
  WHERE type(r) IN $types AND any(b IN r.bases WHERE b IN $bases) AND r.grade >= $grade
    AND ($weight IS NULL OR r.weight >= $weight) AND (NOT $inTime OR r.forward > 0 AND r.forward >= r.backward)
    AND ($until IS NULL OR r.firstSeen <= $until)
  RETURN s, r, t ORDER BY r.evidenceCount DESC, coalesce(r.key, r.mirrors) LIMIT $limit
}
RETURN key AS of, r {key: coalesce(r.key, r.mirrors), .stated, .extracted, .temporal, .measured, .statements, .statedStrength,
          .n11, .n10, .n01, .n00, .forward, .backward, .firstSeen, .lastSeen, .strength, .deltaP, .deltaLow, .deltaHigh,
          .posterior, .posteriorLow, .posteriorHigh, .confidence, .unmeasured, .unsupported, .ambiguousDirection, .suggested,
          relation: type(r), back: r.key IS NULL, from: s {.variable, .state}, to: t {.variable, .state}} AS step
ORDER BY of, r.evidenceCount DESC, coalesce(r.key, r.mirrors)
