-- find_pair_ends: The numbers of some factors that are named by variable and state, and those of their variables.
-- params: layer, ends
-- returns: variable, state, variable_number, factor
SELECT v.name AS variable, k.value ->> 1 AS state, v.number AS variable_number, f.number AS factor
FROM json_each($ends) k
CROSS JOIN variable v ON v.layer = $layer AND v.name = k.value ->> 0
LEFT JOIN factor f ON f.layer = $layer AND f.key = k.value ->> 2
