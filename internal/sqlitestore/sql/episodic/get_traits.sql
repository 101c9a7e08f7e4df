-- get_traits: What ranks some present episodes, without their content.
-- params: project, ids
-- returns: id, sort_key, outcome, domain, reads
SELECT e.id AS id, e.sort_key AS sort_key, e.outcome AS outcome, e.domain AS domain, e.reads AS reads
FROM json_each($ids) i
CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND e.id = i.value
WHERE e.present = 1
