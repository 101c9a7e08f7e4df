-- list_occurrences: A page of the occurrences of a project, or of one episode, by key.
-- params: project, from, after, before, kinds, types, label, limit
-- returns: key, episode, kind, type, label, at, outcome, position
-- from is the part of the key after that precedes its short id. label is a pattern; LIKE folds case in ASCII, the
-- column folded covers the rest.
SELECT e.id || '/' || o.short AS key, e.id AS episode,
       o.kind AS kind, o.type AS type, o.label AS label, o.at AS at, o.outcome AS outcome, o.position AS position
FROM episode e
CROSS JOIN occurrence o ON o.episode = e.number
WHERE e.project = (SELECT p.number FROM project p WHERE p.name = $project)
  AND e.id || '/' >= $from AND e.id || '/' < $before
  AND ($after = $from OR e.id || '/' || o.short > $after)
  AND (instr($before, '/') = 0 OR e.id || '/' || o.short < $before)
  AND ($kinds IS NULL OR o.kind IN (SELECT w.value FROM json_each($kinds) w))
  AND ($types IS NULL OR o.type IN (SELECT w.value FROM json_each($types) w))
  AND ($label IS NULL OR coalesce(o.folded, o.label) LIKE $label ESCAPE '\')
ORDER BY e.id || '/', o.short
LIMIT $limit
