-- list_factor_links: A page of the factor links of a layer, by key.
-- params: layer, after, source, target, relations, bases, least, min_strength, unmeasured, unsupported, ambiguous, shown, hidden, since, limit
-- returns: number, key, source, target, relation, stated, extracted, temporal, measured, statements, stated_strength, n11, n10, n01, n00, forward, backward, first_seen, last_seen, strength, delta_p, delta_low, delta_high, posterior, posterior_low, posterior_high, confidence, unmeasured, unsupported, ambiguous, suggested
-- shown is the least grade wanted, hidden the least grade no longer wanted.
SELECT l.number AS number, l.key AS key, l.source AS source, l.target AS target, l.relation AS relation,
       l.stated AS stated, l.extracted AS extracted, l.temporal AS temporal, l.measured AS measured,
       l.statements AS statements, l.stated_strength AS stated_strength,
       l.n11 AS n11, l.n10 AS n10, l.n01 AS n01, l.n00 AS n00, l.forward AS forward, l.backward AS backward,
       l.first_seen AS first_seen, l.last_seen AS last_seen, l.strength AS strength,
       l.delta_p AS delta_p, l.delta_low AS delta_low, l.delta_high AS delta_high,
       l.posterior AS posterior, l.posterior_low AS posterior_low, l.posterior_high AS posterior_high,
       l.confidence AS confidence, l.unmeasured AS unmeasured, l.unsupported AS unsupported,
       l.ambiguous AS ambiguous, l.suggested AS suggested
FROM factor_link l
WHERE l.layer = $layer AND l.key > $after
  AND ($source IS NULL OR l.source = (SELECT f.number FROM factor f WHERE f.layer = $layer AND f.key = $source))
  AND ($target IS NULL OR l.target = (SELECT f.number FROM factor f WHERE f.layer = $layer AND f.key = $target))
  AND $relations >> l.relation & 1 AND ($bases IS NULL OR l.bases & $bases) AND l.evidence >= $least
  AND ($min_strength IS NULL OR l.strength >= $min_strength)
  AND ($unmeasured IS NULL OR l.unmeasured = $unmeasured) AND ($unsupported IS NULL OR l.unsupported = $unsupported)
  AND ($ambiguous IS NULL OR l.ambiguous = $ambiguous)
  AND l.grade >= $shown AND l.grade < $hidden AND ($since IS NULL OR l.last_seen >= $since)
ORDER BY l.key
LIMIT $limit
