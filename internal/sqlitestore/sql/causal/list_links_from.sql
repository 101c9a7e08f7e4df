-- list_links_from: The links that begin at some occurrences, with the occurrence at the other end.
-- params: project, keys, relations, bases
-- returns: of, key, episode, kind, type, label, at, outcome, position, link, relation, basis, confidence, note, stated_by, recorded_at
SELECT k.value AS of, ne.id || '/' || n.short AS key, ne.id AS episode,
       n.kind AS kind, n.type AS type, n.label AS label, n.at AS at, n.outcome AS outcome, n.position AS position,
       l.id AS link, l.relation AS relation, l.basis AS basis, l.confidence AS confidence, l.note AS note,
       le.id AS stated_by, v.recorded_at AS recorded_at
FROM json_each($keys) k
CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project)
  AND e.id = substr(k.value, 1, instr(k.value, '/') - 1)
CROSS JOIN occurrence o ON o.episode = e.number AND o.short = substr(k.value, instr(k.value, '/') + 1)
CROSS JOIN link l ON l.source = o.number AND $relations >> l.relation & 1 AND $bases >> l.basis & 1
CROSS JOIN occurrence n ON n.number = l.target
CROSS JOIN episode ne ON ne.number = n.episode
CROSS JOIN episode le ON le.number = l.episode
CROSS JOIN revision v ON v.episode = le.number AND v.number = le.revision
ORDER BY of, key, link
