-- list_states_of: All factors that are states of some variables, by key.
-- params: layer, hashes
-- returns: key, variable, state, successes, partials, failures, unknown, decisions, events, outcomes, contexts, statements, first_seen, last_seen
SELECT f.key AS key, v.name AS variable, f.state AS state,
       f.successes AS successes, f.partials AS partials, f.failures AS failures, f.unknown AS unknown,
       f.decisions AS decisions, f.events AS events, f.outcomes AS outcomes, f.contexts AS contexts,
       f.statements AS statements, f.first_seen AS first_seen, f.last_seen AS last_seen
FROM json_each($hashes) h
CROSS JOIN variable v ON v.layer = $layer AND v.hash = h.value
CROSS JOIN factor f ON f.variable = v.number
ORDER BY f.key
