-- list_reference_bridges: Rare references that some episodes share with others, rarest first.
-- params: project, episodes, most, limit
-- returns: from, to, kind, key, mentions
WITH asked AS (
  SELECT e.number AS number, e.id AS id
  FROM json_each($episodes) i
  CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND e.id = i.value
), own AS (
  SELECT DISTINCT a.id AS id, m.reference AS reference
  FROM asked a
  CROSS JOIN mention m ON m.episode = a.number
), rare AS (
  SELECT o.reference AS reference, (SELECT count(DISTINCT m.episode) FROM mention m WHERE m.reference = o.reference) AS mentions
  FROM (SELECT DISTINCT reference FROM own) o
), other AS (
  SELECT DISTINCT r.reference AS reference, r.mentions AS mentions, m.episode AS episode
  FROM rare r
  CROSS JOIN mention m ON m.reference = r.reference
  WHERE r.mentions <= $most AND m.episode NOT IN (SELECT a.number FROM asked a)
)
SELECT w.id AS "from", e.id AS "to", r.kind AS kind, r.key AS key, t.mentions AS mentions
FROM other t
CROSS JOIN own w ON w.reference = t.reference
CROSS JOIN reference r ON r.number = t.reference
CROSS JOIN episode e ON e.number = t.episode
ORDER BY mentions, kind, key, "to", "from"
LIMIT $limit
