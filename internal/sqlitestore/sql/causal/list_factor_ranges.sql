-- list_factor_ranges: The start of the first and the last episode that has each of some factors, where known.
-- params: layer, keys
-- returns: key, first, last
SELECT k.value AS key,
       (SELECT min(o.seen) FROM observation o WHERE o.factor = f.number AND o.seen IS NOT NULL) AS first,
       (SELECT max(o.seen) FROM observation o WHERE o.factor = f.number AND o.seen IS NOT NULL) AS last
FROM json_each($keys) k
CROSS JOIN factor f ON f.layer = $layer AND f.key = k.value
