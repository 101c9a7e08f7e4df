-- find_pattern_numbers: The numbers of some patterns.
-- params: project (a number), keys
-- returns: key, number
SELECT p.key AS key, p.number AS number
FROM json_each($keys) k
CROSS JOIN pattern p ON p.project = $project AND p.key = k.value
