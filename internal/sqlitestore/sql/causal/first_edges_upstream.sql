-- first_edges_upstream: The first links, by key, that arrive at a factor, with the factor at the other end.
-- params: factor, relations, bases, shown, min_strength, in_time, until, limit
-- returns: link, at, next, next_key
SELECT l.key AS link, l.target AS at, l.source AS next, (SELECT f.key FROM factor f WHERE f.number = l.source) AS next_key
FROM factor_link l
WHERE l.target = $factor AND $relations >> l.relation & 1 AND l.bases & $bases AND l.grade >= $shown
  AND ($min_strength IS NULL OR l.weight >= $min_strength) AND (NOT $in_time OR l.forward > 0 AND l.forward >= l.backward)
  AND ($until IS NULL OR l.first_seen <= $until)
UNION ALL
SELECT l.key AS link, l.source AS at, l.target AS next, (SELECT f.key FROM factor f WHERE f.number = l.target) AS next_key
FROM factor_link l
WHERE l.source = $factor AND l.relation = 3 AND $relations >> l.relation & 1 AND l.bases & $bases AND l.grade >= $shown
  AND ($min_strength IS NULL OR l.weight >= $min_strength) AND (NOT $in_time OR l.forward > 0 AND l.forward >= l.backward)
  AND ($until IS NULL OR l.first_seen <= $until)
ORDER BY link
LIMIT $limit
