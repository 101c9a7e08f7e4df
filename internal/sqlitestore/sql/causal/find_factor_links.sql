-- find_factor_links: The numbers of the factor links with some keys.
-- params: layer, keys
-- returns: key, number
SELECT l.key AS key, l.number AS number
FROM json_each($keys) k
CROSS JOIN factor_link l ON l.layer = $layer AND l.key = k.value
