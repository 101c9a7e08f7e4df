-- get_references: Some references, with the number of episodes that mention each.
-- params: project, references
-- returns: kind, key, episodes
SELECT r.kind AS kind, r.key AS key, (SELECT count(DISTINCT m.episode) FROM mention m WHERE m.reference = r.number) AS episodes
FROM json_each($references) k
CROSS JOIN reference r ON r.project = (SELECT p.number FROM project p WHERE p.name = $project) AND r.sort_key = k.value
