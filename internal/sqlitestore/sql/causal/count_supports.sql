-- count_supports: The number of episodes that state each of some factor links, by basis.
-- params: layer, links, until
-- returns: key, basis, count
SELECT l.key AS key, s.basis AS basis, count(*) AS count
FROM json_each($links) k
CROSS JOIN factor_link l ON l.layer = $layer AND l.key = k.value
CROSS JOIN support s ON s.link = l.number AND ($until IS NULL OR s.seen <= $until)
GROUP BY l.number, s.basis
