-- count_supports: How many episodes state each of some links between factors, by basis.
-- params: layer, links, until
-- returns: key, basis, count
SELECT l.key AS key, s.basis AS basis, count(*) AS count
FROM json_each($links) k
CROSS JOIN factor_link l ON l.layer = $layer AND l.key = k.value
CROSS JOIN support s ON s.link = l.number AND ($until IS NULL OR s.seen <= $until)
GROUP BY l.number, s.basis
