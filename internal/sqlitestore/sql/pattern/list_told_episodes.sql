-- list_told_episodes: The episodes of a layer, with their start and outcome.
-- params: layer, after
-- returns: episode, id, seen, outcome, errors
-- The order is that of list_observations_after.
SELECT c.episode AS episode, e.id AS id, c.seen AS seen, c.outcome AS outcome, c.errors AS errors
FROM contribution c
CROSS JOIN episode e ON e.number = c.episode
WHERE c.layer = $layer AND c.graph > $after
ORDER BY c.graph, c.episode
