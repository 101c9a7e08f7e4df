-- size_observed: How many observations there are of a factor, or with factor null of the states of a variable.
-- params: variable, factor, until
-- returns: count
SELECT count(*) AS count
FROM factor f
CROSS JOIN observation o ON o.factor = f.number AND ($until IS NULL OR o.seen <= $until)
WHERE f.variable = $variable AND ($factor IS NULL OR f.number = $factor)
