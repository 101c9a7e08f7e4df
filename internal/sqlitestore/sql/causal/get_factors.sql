-- get_factors: The factors with some keys.
-- params: layer, keys
-- returns: number, variable_number, key, variable, state, successes, partials, failures, unknown, decisions, events, outcomes, contexts, statements, first_seen, last_seen
SELECT f.number AS number, f.variable AS variable_number, f.key AS key, v.name AS variable, f.state AS state,
       f.successes AS successes, f.partials AS partials, f.failures AS failures, f.unknown AS unknown,
       f.decisions AS decisions, f.events AS events, f.outcomes AS outcomes, f.contexts AS contexts,
       f.statements AS statements, f.first_seen AS first_seen, f.last_seen AS last_seen
FROM json_each($keys) k
CROSS JOIN factor f ON f.layer = $layer AND f.key = k.value
CROSS JOIN variable v ON v.number = f.variable
