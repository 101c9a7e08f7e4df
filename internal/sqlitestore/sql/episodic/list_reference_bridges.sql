-- list_reference_bridges: Rare references that some episodes share with others, rarest first.
-- params: project, episodes, most, limit
-- returns: from, to, kind, key, mentions
WITH asked AS (
  SELECT e.number AS number
  FROM json_each($episodes) i
  CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND e.id = i.value
), found AS (
  SELECT DISTINCT m.reference AS reference
  FROM asked t
  CROSS JOIN mention m ON m.episode = t.number
), touched AS (
  SELECT n.reference AS reference, (SELECT count(DISTINCT m.episode) FROM mention m WHERE m.reference = n.reference) AS mentions
  FROM found n
)
SELECT DISTINCT fe.id AS "from", te.id AS "to", r.kind AS kind, r.key AS key, t.mentions AS mentions
FROM touched t
CROSS JOIN reference r ON r.number = t.reference
CROSS JOIN mention f ON f.reference = t.reference AND f.episode IN (SELECT a.number FROM asked a)
CROSS JOIN mention o ON o.reference = t.reference AND o.episode NOT IN (SELECT a.number FROM asked a)
CROSS JOIN episode fe ON fe.number = f.episode
CROSS JOIN episode te ON te.number = o.episode
WHERE t.mentions <= $most
ORDER BY mentions, kind, key, "to", "from"
LIMIT $limit
