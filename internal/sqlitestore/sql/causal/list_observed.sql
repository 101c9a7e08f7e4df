-- list_observed: The episodes that have a factor, or with factor null tell a state of a variable, and its order in each.
-- params: variable, factor, until
-- returns: episode, at
SELECT o.episode AS episode, o.at AS at
FROM factor f
CROSS JOIN observation o ON o.factor = f.number AND ($until IS NULL OR o.seen <= $until)
WHERE f.variable = $variable AND ($factor IS NULL OR f.number = $factor)
