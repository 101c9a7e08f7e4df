-- find_numbers: The numbers of the occurrences with some keys.
-- params: project, keys
-- returns: key, number
SELECT k.value AS key, o.number AS number
FROM json_each($keys) k
CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project)
  AND e.id = substr(k.value, 1, instr(k.value, '/') - 1)
CROSS JOIN occurrence o ON o.episode = e.number AND o.short = substr(k.value, instr(k.value, '/') + 1)
