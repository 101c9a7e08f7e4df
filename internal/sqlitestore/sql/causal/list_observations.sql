-- list_observations: The factors that some episodes have, by the key of the factor.
-- params: episodes
-- returns: episode, factor, variable, state, kinds, at
SELECT o.episode AS episode, f.number AS factor, v.name AS variable, f.state AS state, o.kinds AS kinds, o.at AS at
FROM json_each($episodes) k
CROSS JOIN observation o ON o.episode = k.value
CROSS JOIN factor f ON f.number = o.factor
CROSS JOIN variable v ON v.number = f.variable
ORDER BY f.key
