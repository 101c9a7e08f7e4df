-- find_pair_ends: The numbers of some factors, given by key, and of their variables, given by hash, with the number of episodes that have or record them.
-- params: layer, ends
-- returns: place, variable, recorded, factor, frequency
SELECT k.key AS place, v.number AS variable, v.recorded AS recorded, f.number AS factor,
       coalesce(f.successes + f.partials + f.failures + f.unknown, 0) AS frequency
FROM json_each($ends) k
CROSS JOIN variable v ON v.layer = $layer AND v.hash = k.value ->> 0
LEFT JOIN factor f ON f.layer = $layer AND f.key = k.value ->> 1
