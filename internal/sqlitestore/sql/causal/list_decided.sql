-- list_decided: Those of some variables, given by their hashes, whose states are decisions.
-- params: layer, hashes
-- returns: name
SELECT v.name AS name
FROM json_each($hashes) k
CROSS JOIN variable v ON v.layer = $layer AND v.hash = k.value
WHERE EXISTS (SELECT 1 FROM factor f WHERE f.variable = v.number AND f.decisions > 0)
ORDER BY v.name
