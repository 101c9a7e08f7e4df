-- list_told: The episodes that record a state of a variable, once for each state.
-- params: variable, until
-- returns: episode
SELECT o.episode AS episode
FROM factor f
CROSS JOIN observation o ON o.factor = f.number AND ($until IS NULL OR o.seen <= $until)
WHERE f.variable = $variable
