-- list_many_instances: A page, by key, of the occurrences that are instances of a frequent factor.
-- params: project (a number), layer, factor, from, after, limit
-- returns: key, episode, kind, type, label, at, outcome, position
-- from is the part of the key after that precedes its short id. The episodes of the project are read in the order of the keys.
SELECT e.id || '/' || o.short AS key, e.id AS episode,
       o.kind AS kind, o.type AS type, o.label AS label, o.at AS at, o.outcome AS outcome, o.position AS position
FROM factor f
CROSS JOIN episode e ON e.project = $project AND e.id || '/' >= $from
CROSS JOIN observation n ON n.episode = e.number AND n.variable = f.variable AND n.factor = f.number
CROSS JOIN occurrence o ON o.episode = e.number AND o.factor = f.number
WHERE f.layer = $layer AND f.key = $factor AND e.id || '/' || o.short > $after
ORDER BY e.id || '/', o.short
LIMIT $limit
