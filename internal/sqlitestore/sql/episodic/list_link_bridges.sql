-- list_link_bridges: Links between some present episodes and others, in either direction, by the id of the link.
-- params: project, episodes, limit
-- returns: from, to, from_key, to_key, relation, backward
WITH asked AS (
  SELECT e.number AS number, e.id AS id
  FROM json_each($episodes) i
  CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND e.id = i.value
), found AS (
  SELECT l.id AS link, l.relation AS relation, 0 AS backward, t.id AS id, o.short AS short, l.target AS other
  FROM asked t
  CROSS JOIN occurrence o ON o.episode = t.number
  CROSS JOIN link l ON l.source = o.number AND l.back = 0
  UNION ALL
  SELECT l.id, l.relation, 1, t.id, o.short, l.source
  FROM asked t
  CROSS JOIN occurrence o ON o.episode = t.number
  CROSS JOIN link l ON l.target = o.number AND l.back = 0
)
SELECT found.id AS "from", e.id AS "to", found.id || '/' || found.short AS from_key, e.id || '/' || o.short AS to_key,
       relation AS relation, backward AS backward
FROM found
CROSS JOIN occurrence o ON o.number = other
CROSS JOIN episode e ON e.number = o.episode
WHERE o.episode NOT IN (SELECT a.number FROM asked a)
ORDER BY link
LIMIT $limit
