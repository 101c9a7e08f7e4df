-- find_heads: The heads of some episodes, present or deleted; unknown ids have no row.
-- params: project, ids
-- returns: number, id, present, revision, hash, recorded_at, first_recorded_at
SELECT e.number AS number, e.id AS id, e.present AS present, e.revision AS revision, v.hash AS hash,
       v.recorded_at AS recorded_at, f.recorded_at AS first_recorded_at
FROM json_each($ids) i
CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND e.id = i.value
CROSS JOIN revision v ON v.episode = e.number AND v.number = e.revision
CROSS JOIN revision f ON f.episode = e.number AND f.number = 1
