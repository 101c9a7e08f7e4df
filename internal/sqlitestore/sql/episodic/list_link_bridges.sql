-- list_link_bridges: Links that lead from some present episodes to others or back, by the id of the link.
-- params: project, episodes, limit
-- returns: from, to, from_key, to_key, relation, backward
WITH asked AS (
  SELECT e.number AS number, e.id AS id
  FROM json_each($episodes) i
  CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND e.id = i.value
), found AS (
  SELECT l.id AS link, l.relation AS relation, 0 AS backward, a.id AS id, o.short AS short, l.target AS other
  FROM asked a
  CROSS JOIN occurrence o ON o.episode = a.number
  CROSS JOIN link l ON l.source = o.number AND l.back = 0
  UNION ALL
  SELECT l.id, l.relation, 1, a.id, o.short, l.source
  FROM asked a
  CROSS JOIN occurrence o ON o.episode = a.number
  CROSS JOIN link l ON l.target = o.number AND l.back = 0
)
SELECT f.id AS "from", e.id AS "to", f.id || '/' || f.short AS from_key, e.id || '/' || o.short AS to_key,
       f.relation AS relation, f.backward AS backward
FROM found f
CROSS JOIN occurrence o ON o.number = f.other
CROSS JOIN episode e ON e.number = o.episode
WHERE o.episode NOT IN (SELECT a.number FROM asked a)
ORDER BY f.link
LIMIT $limit
