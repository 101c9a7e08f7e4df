-- list_contributions_after: The episodes whose contributions to a layer come from later changes of the graph.
-- params: layer, after
-- returns: episode, id, seen (null if unknown)
SELECT c.episode AS episode, e.id AS id, c.seen AS seen
FROM contribution c
CROSS JOIN episode e ON e.number = c.episode
WHERE c.layer = $layer AND c.graph > $after
ORDER BY c.graph, c.episode
