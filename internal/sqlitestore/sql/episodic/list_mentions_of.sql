-- list_mentions_of: The first mentions of some references, by the mentioning id or key, with the longest of several spellings.
-- params: project, references, limit
-- returns: by, kind, key, spelled
WITH found AS (
  SELECT CASE m.occurrence WHEN 0 THEN e.id ELSE e.id || '/' || o.short END AS by, r.kind AS kind, r.key AS key,
         coalesce(nullif(m.spelling, ''), r.key) AS spelled
  FROM json_each($references) k
  CROSS JOIN reference r ON r.project = (SELECT p.number FROM project p WHERE p.name = $project) AND r.sort_key = k.value
  CROSS JOIN mention m ON m.reference = r.number
  CROSS JOIN episode e ON e.number = m.episode
  LEFT JOIN occurrence o ON o.number = m.occurrence
), longest AS (
  SELECT *, row_number() OVER (PARTITION BY kind, key, by ORDER BY length(spelled) DESC, spelled) AS spelling
  FROM found
), first AS (
  SELECT *, row_number() OVER (PARTITION BY kind, key ORDER BY by) AS place
  FROM longest
  WHERE spelling = 1
)
SELECT by AS by, kind AS kind, key AS key, spelled AS spelled
FROM first
WHERE place <= $limit
ORDER BY kind, key, by
