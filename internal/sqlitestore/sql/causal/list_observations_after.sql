-- list_observations_after: The observations of the episodes whose contributions to a layer come from later changes of the graph.
-- params: layer, after
-- returns: episode, factor, at
SELECT c.episode AS episode, o.factor AS factor, o.at AS at
FROM contribution c
CROSS JOIN observation o ON o.episode = c.episode
WHERE c.layer = $layer AND c.graph > $after
ORDER BY c.graph, c.episode
