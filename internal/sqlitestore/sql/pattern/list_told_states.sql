-- list_told_states: The observations of some variables in some episodes.
-- params: layer, episodes, hashes
-- returns: episode, variable, state, key, kinds, at
SELECT o.episode AS episode, v.name AS variable, f.state AS state, f.key AS key, o.kinds AS kinds, o.at AS at
FROM json_each($episodes) k
CROSS JOIN json_each($hashes) h
CROSS JOIN variable v ON v.layer = $layer AND v.hash = h.value
CROSS JOIN observation o ON o.episode = k.value AND o.variable = v.number
CROSS JOIN factor f ON f.number = o.factor
ORDER BY f.key
