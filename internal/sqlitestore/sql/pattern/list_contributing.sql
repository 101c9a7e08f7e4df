-- list_contributing: Those of some episodes that contribute to a layer, by id.
-- params: project (a number), layer, ids
-- returns: episode, id, seen, outcome, errors
SELECT c.episode AS episode, e.id AS id, c.seen AS seen, c.outcome AS outcome, c.errors AS errors
FROM json_each($ids) k
CROSS JOIN episode e ON e.project = $project AND e.id = k.value
CROSS JOIN contribution c ON c.episode = e.number AND c.layer = $layer
ORDER BY e.id
