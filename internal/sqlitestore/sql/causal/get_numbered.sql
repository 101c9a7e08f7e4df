-- get_numbered: The occurrences with some numbers.
-- params: numbers
-- returns: number, key, episode, kind, type, label, at, outcome, position
SELECT o.number AS number, e.id || '/' || o.short AS key, e.id AS episode,
       o.kind AS kind, o.type AS type, o.label AS label, o.at AS at, o.outcome AS outcome, o.position AS position
FROM json_each($numbers) k
CROSS JOIN occurrence o ON o.number = k.value
CROSS JOIN episode e ON e.number = o.episode
