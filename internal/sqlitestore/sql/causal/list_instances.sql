-- list_instances: A page of the occurrences that are instances of a factor, by key.
-- params: layer, factor, after, limit
-- returns: key, episode, kind, type, label, at, outcome, position
SELECT e.id || '/' || o.short AS key, e.id AS episode,
       o.kind AS kind, o.type AS type, o.label AS label, o.at AS at, o.outcome AS outcome, o.position AS position
FROM factor f
CROSS JOIN observation n ON n.factor = f.number
CROSS JOIN occurrence o ON o.episode = n.episode AND o.factor = f.number
CROSS JOIN episode e ON e.number = o.episode
WHERE f.layer = $layer AND f.key = $factor AND e.id || '/' || o.short > $after
ORDER BY 1
LIMIT $limit
