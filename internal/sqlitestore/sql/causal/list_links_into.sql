-- list_links_into: The directed factor links whose target is a state of some variables, by key.
-- params: layer, hashes, directed, limit
-- returns: number, key, source, target, relation, stated, extracted, temporal, measured, statements, stated_strength, n11, n10, n01, n00, forward, backward, first_seen, last_seen, strength, delta_p, delta_low, delta_high, posterior, posterior_low, posterior_high, confidence, unmeasured, unsupported, ambiguous, suggested
-- directed are the bits of the directed relations.
SELECT l.number AS number, l.key AS key, l.source AS source, l.target AS target, l.relation AS relation,
       l.stated AS stated, l.extracted AS extracted, l.temporal AS temporal, l.measured AS measured,
       l.statements AS statements, l.stated_strength AS stated_strength,
       l.n11 AS n11, l.n10 AS n10, l.n01 AS n01, l.n00 AS n00, l.forward AS forward, l.backward AS backward,
       l.first_seen AS first_seen, l.last_seen AS last_seen, l.strength AS strength,
       l.delta_p AS delta_p, l.delta_low AS delta_low, l.delta_high AS delta_high,
       l.posterior AS posterior, l.posterior_low AS posterior_low, l.posterior_high AS posterior_high,
       l.confidence AS confidence, l.unmeasured AS unmeasured, l.unsupported AS unsupported,
       l.ambiguous AS ambiguous, l.suggested AS suggested
FROM json_each($hashes) h
CROSS JOIN variable v ON v.layer = $layer AND v.hash = h.value
CROSS JOIN factor f ON f.variable = v.number
CROSS JOIN factor_link l ON l.target = f.number AND $directed >> l.relation & 1
ORDER BY l.key
LIMIT $limit
