-- list_link_ranges: The start of the first and the last episode that states each of some factor links, where known.
-- params: layer, keys
-- returns: key, first, last
SELECT k.value AS key,
       (SELECT min(s.seen) FROM support s WHERE s.link = l.number AND s.seen IS NOT NULL) AS first,
       (SELECT max(s.seen) FROM support s WHERE s.link = l.number AND s.seen IS NOT NULL) AS last
FROM json_each($keys) k
CROSS JOIN factor_link l ON l.layer = $layer AND l.key = k.value
