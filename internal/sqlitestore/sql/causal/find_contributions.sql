-- find_contributions: The numbers of some episodes, with their contributions to any layer.
-- params: project (a number), ids
-- returns: id, number, underived, layer, outcome, seen, errors, self_links
SELECT e.id AS id, e.number AS number, e.underived AS underived, c.layer AS layer, c.outcome AS outcome, c.seen AS seen, c.errors AS errors, c.self_links AS self_links
FROM json_each($ids) k
CROSS JOIN episode e ON e.project = $project AND e.id = k.value
LEFT JOIN contribution c ON c.episode = e.number
