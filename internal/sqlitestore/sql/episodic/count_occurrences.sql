-- count_occurrences: The number of occurrences of a project, or of one episode, that match.
-- params: project, from, after, before, kinds, types, label
-- returns: count
-- The parameters are those of list_occurrences.
SELECT count(*) AS count
FROM episode e
CROSS JOIN occurrence o ON o.episode = e.number
WHERE e.project = (SELECT p.number FROM project p WHERE p.name = $project)
  AND e.id || '/' >= $from AND e.id || '/' < $before
  AND ($after = $from OR e.id || '/' || o.short > $after)
  AND (instr($before, '/') = 0 OR e.id || '/' || o.short < $before)
  AND ($kinds IS NULL OR o.kind IN (SELECT w.value FROM json_each($kinds) w))
  AND ($types IS NULL OR o.type IN (SELECT w.value FROM json_each($types) w))
  AND ($label IS NULL OR coalesce(o.folded, o.label) LIKE $label ESCAPE '\')
