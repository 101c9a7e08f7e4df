-- list_edges_upstream: Links that arrive at some factors, with the factor at the other end; only some of them if there are more than limit.
-- params: factors, relations, bases, shown, min_strength, in_time, until, limit
-- returns: link, at, next, next_key
SELECT l.key AS link, l.target AS at, l.source AS next, f.key AS next_key
FROM json_each($factors) k
CROSS JOIN factor_link l ON l.target = k.value AND $relations >> l.relation & 1 AND l.bases & $bases AND l.grade >= $shown
  AND ($min_strength IS NULL OR l.weight >= $min_strength) AND (NOT $in_time OR l.forward > 0 AND l.forward >= l.backward)
  AND ($until IS NULL OR l.first_seen <= $until)
CROSS JOIN factor f ON f.number = l.source
UNION ALL
SELECT l.key AS link, l.source AS at, l.target AS next, f.key AS next_key
FROM json_each($factors) k
CROSS JOIN factor_link l ON l.source = k.value AND l.relation = 3 AND $relations >> l.relation & 1 AND l.bases & $bases AND l.grade >= $shown
  AND ($min_strength IS NULL OR l.weight >= $min_strength) AND (NOT $in_time OR l.forward > 0 AND l.forward >= l.backward)
  AND ($until IS NULL OR l.first_seen <= $until)
CROSS JOIN factor f ON f.number = l.target
LIMIT $limit
