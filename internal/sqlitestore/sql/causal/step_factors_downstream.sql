-- step_factors_downstream: The targets of the links that leave some factors, by number.
-- params: factors, relations, bases, shown, min_strength, in_time, until
-- returns: at, next
-- A link that correlates has relation 3 and is followed both ways.
SELECT l.source AS at, l.target AS next
FROM json_each($factors) k
CROSS JOIN factor_link l ON l.source = k.value AND $relations >> l.relation & 1 AND l.bases & $bases AND l.grade >= $shown
  AND ($min_strength IS NULL OR l.weight >= $min_strength) AND (NOT $in_time OR l.forward > 0 AND l.forward >= l.backward)
  AND ($until IS NULL OR l.first_seen <= $until)
UNION ALL
SELECT l.target AS at, l.source AS next
FROM json_each($factors) k
CROSS JOIN factor_link l ON l.target = k.value AND l.relation = 3 AND $relations >> l.relation & 1 AND l.bases & $bases AND l.grade >= $shown
  AND ($min_strength IS NULL OR l.weight >= $min_strength) AND (NOT $in_time OR l.forward > 0 AND l.forward >= l.backward)
  AND ($until IS NULL OR l.first_seen <= $until)
