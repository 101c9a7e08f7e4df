-- list_mentions_by: The references that the heads of some episodes and some occurrences mention.
-- params: project, ids, keys
-- returns: by, kind, key, spelled
WITH named AS (
  SELECT i.value AS by, e.number AS episode, 0 AS occurrence
  FROM json_each($ids) i
  CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND e.id = i.value
  UNION ALL
  SELECT k.value, o.episode, o.number
  FROM json_each($keys) k
  CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project)
    AND e.id = substr(k.value, 1, instr(k.value, '/') - 1)
  CROSS JOIN occurrence o ON o.episode = e.number AND o.short = substr(k.value, instr(k.value, '/') + 1)
)
SELECT n.by AS by, r.kind AS kind, r.key AS key, coalesce(nullif(m.spelling, ''), r.key) AS spelled
FROM named n
CROSS JOIN mention m ON m.episode = n.episode AND m.occurrence = n.occurrence
CROSS JOIN reference r ON r.number = m.reference
ORDER BY by, kind, key, spelled
