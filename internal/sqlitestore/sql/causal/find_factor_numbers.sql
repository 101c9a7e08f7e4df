-- find_factor_numbers: The numbers of the factors with some keys.
-- params: layer, keys
-- returns: key, number
SELECT f.key AS key, f.number AS number
FROM json_each($keys) k
CROSS JOIN factor f ON f.layer = $layer AND f.key = k.value
