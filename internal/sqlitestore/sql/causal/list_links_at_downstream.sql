-- list_links_at_downstream: The links that leave each of some factors, at most limit for each: those stated by most episodes first, then by key.
-- params: layer, keys, relations, bases, shown, min_strength, in_time, until, limit
-- returns: at, number, key, source, target, relation, stated, extracted, temporal, measured, statements, stated_strength, n11, n10, n01, n00, forward, backward, first_seen, last_seen, strength, delta_p, delta_low, delta_high, posterior, posterior_low, posterior_high, confidence, unmeasured, unsupported, ambiguous, suggested
WITH found AS (
  SELECT k.value AS at, l.number AS number, l.evidence AS evidence, l.key AS key
  FROM json_each($keys) k
  CROSS JOIN factor f ON f.layer = $layer AND f.key = k.value
  CROSS JOIN factor_link l ON l.source = f.number AND $relations >> l.relation & 1 AND l.bases & $bases AND l.grade >= $shown
  AND ($min_strength IS NULL OR l.weight >= $min_strength) AND (NOT $in_time OR l.forward > 0 AND l.forward >= l.backward)
  AND ($until IS NULL OR l.first_seen <= $until)
  UNION ALL
  SELECT k.value AS at, l.number AS number, l.evidence AS evidence, l.key AS key
  FROM json_each($keys) k
  CROSS JOIN factor f ON f.layer = $layer AND f.key = k.value
  CROSS JOIN factor_link l ON l.target = f.number AND l.relation = 3 AND $relations >> l.relation & 1 AND l.bases & $bases AND l.grade >= $shown
  AND ($min_strength IS NULL OR l.weight >= $min_strength) AND (NOT $in_time OR l.forward > 0 AND l.forward >= l.backward)
  AND ($until IS NULL OR l.first_seen <= $until)
), best AS (
  SELECT *, row_number() OVER (PARTITION BY at ORDER BY evidence DESC, key) AS place
  FROM found
)
SELECT t.at AS at, l.number AS number, l.key AS key, l.source AS source, l.target AS target, l.relation AS relation,
       l.stated AS stated, l.extracted AS extracted, l.temporal AS temporal, l.measured AS measured,
       l.statements AS statements, l.stated_strength AS stated_strength,
       l.n11 AS n11, l.n10 AS n10, l.n01 AS n01, l.n00 AS n00, l.forward AS forward, l.backward AS backward,
       l.first_seen AS first_seen, l.last_seen AS last_seen, l.strength AS strength,
       l.delta_p AS delta_p, l.delta_low AS delta_low, l.delta_high AS delta_high,
       l.posterior AS posterior, l.posterior_low AS posterior_low, l.posterior_high AS posterior_high,
       l.confidence AS confidence, l.unmeasured AS unmeasured, l.unsupported AS unsupported,
       l.ambiguous AS ambiguous, l.suggested AS suggested
FROM best t
CROSS JOIN factor_link l ON l.number = t.number
WHERE t.place <= $limit
ORDER BY t.at, t.place
