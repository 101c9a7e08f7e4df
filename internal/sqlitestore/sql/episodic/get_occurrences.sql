-- get_occurrences: The occurrences with some keys.
-- params: project, keys
-- returns: key, episode, kind, type, label, at, outcome, position
SELECT k.value AS key, e.id AS episode,
       o.kind AS kind, o.type AS type, o.label AS label, o.at AS at, o.outcome AS outcome, o.position AS position
FROM json_each($keys) k
CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project)
  AND e.id = substr(k.value, 1, instr(k.value, '/') - 1)
CROSS JOIN occurrence o ON o.episode = e.number AND o.short = substr(k.value, instr(k.value, '/') + 1)
