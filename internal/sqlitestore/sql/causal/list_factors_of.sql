-- list_factors_of: The factors that some occurrences are instances of.
-- params: project (a number), layer, keys
-- returns: key, variable, state
SELECT k.value AS key, v.name AS variable, f.state AS state
FROM json_each($keys) k
CROSS JOIN episode e ON e.project = $project AND e.id = substr(k.value, 1, instr(k.value, '/') - 1)
CROSS JOIN occurrence o ON o.episode = e.number AND o.short = substr(k.value, instr(k.value, '/') + 1)
CROSS JOIN factor f ON f.number = o.factor AND f.layer = $layer
CROSS JOIN variable v ON v.number = f.variable
