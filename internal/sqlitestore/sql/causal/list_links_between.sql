-- list_links_between: The links from some occurrences to others.
-- params: sources, targets, relations, bases
-- returns: source, target, link, relation, basis, confidence, note, stated_by, recorded_at
-- The plus keeps SQLite from looking up each pair.
SELECT l.source AS source, l.target AS target, l.id AS link, l.relation AS relation, l.basis AS basis,
       l.confidence AS confidence, l.note AS note, e.id AS stated_by, v.recorded_at AS recorded_at
FROM json_each($sources) k
CROSS JOIN link l ON l.source = k.value AND +l.target IN (SELECT t.value FROM json_each($targets) t)
  AND $relations >> l.relation & 1 AND $bases >> l.basis & 1
CROSS JOIN episode e ON e.number = l.episode
CROSS JOIN revision v ON v.episode = e.number AND v.number = e.revision
