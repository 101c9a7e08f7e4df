-- list_holding: The episodes of a layer that have one of some factors, by id.
-- params: layer, factors
-- returns: episode, id, seen, outcome, errors
SELECT c.episode AS episode, e.id AS id, c.seen AS seen, c.outcome AS outcome, c.errors AS errors
FROM (
  SELECT DISTINCT o.episode AS episode
  FROM json_each($factors) k
  CROSS JOIN factor f ON f.layer = $layer AND f.key = k.value
  CROSS JOIN observation o ON o.factor = f.number
) n
CROSS JOIN contribution c ON c.episode = n.episode
CROSS JOIN episode e ON e.number = c.episode
ORDER BY e.id
