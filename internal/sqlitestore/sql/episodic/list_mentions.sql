-- list_mentions: A page of the mentions of a reference, by the mentioning id or key, with the longest of several spellings.
-- params: project, reference, sha, after, limit
-- returns: by, kind, key, spelled
WITH found AS (
  SELECT CASE m.occurrence WHEN 0 THEN e.id ELSE e.id || '/' || o.short END AS by, r.kind AS kind, r.key AS key,
         coalesce(nullif(m.spelling, ''), r.key) AS spelled
  FROM reference r
  CROSS JOIN mention m ON m.reference = r.number
  CROSS JOIN episode e ON e.number = m.episode
  LEFT JOIN occurrence o ON o.number = m.occurrence
  WHERE r.project = (SELECT p.number FROM project p WHERE p.name = $project) AND r.sort_key = $reference
)
SELECT by AS by, kind AS kind, key AS key, spelled AS spelled
FROM (
  SELECT *, row_number() OVER (PARTITION BY by ORDER BY length(spelled) DESC, spelled) AS place
  FROM found
  WHERE by > $after AND (instr(spelled, $sha) = 1 OR instr($sha, spelled) = 1)
)
WHERE place = 1
ORDER BY by
LIMIT $limit
