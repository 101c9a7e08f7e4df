-- find_variables: The variables with some names, given by their hashes.
-- params: layer, hashes
-- returns: number, name, recorded, closed, absent_state
SELECT v.number AS number, v.name AS name, v.recorded AS recorded, v.closed AS closed, v.absent_state AS absent_state
FROM json_each($hashes) k
CROSS JOIN variable v ON v.layer = $layer AND v.hash = k.value
ORDER BY v.name
