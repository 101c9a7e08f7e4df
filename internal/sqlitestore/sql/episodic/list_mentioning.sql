-- list_mentioning: The episodes that mention any of some references.
-- params: project, references, limit
-- returns: episode
SELECT DISTINCT m.episode AS episode
FROM json_each($references) a
CROSS JOIN reference r ON r.project = (SELECT p.number FROM project p WHERE p.name = $project) AND r.sort_key = a.value
CROSS JOIN mention m ON m.reference = r.number
LIMIT $limit
