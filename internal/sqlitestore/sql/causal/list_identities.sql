-- list_identities: The variables and states of some factors, by number.
-- params: factors
-- returns: number, variable, state
SELECT f.number AS number, v.name AS variable, f.state AS state
FROM json_each($factors) k
CROSS JOIN factor f ON f.number = k.value
CROSS JOIN variable v ON v.number = f.variable
