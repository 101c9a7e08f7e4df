-- get_episodes: The present episodes with some ids, with the content of their last revision.
-- params: project, ids
-- returns: id, content, revision, hash, recorded_at, first_recorded_at, indexed_revision, deleted_at, sort_key
SELECT e.id AS id, v.content AS content, e.revision AS revision, v.hash AS hash,
       v.recorded_at AS recorded_at, f.recorded_at AS first_recorded_at,
       e.indexed_revision AS indexed_revision, e.deleted_at AS deleted_at, e.sort_key AS sort_key
FROM json_each($ids) i
CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND e.id = i.value
CROSS JOIN revision v ON v.episode = e.number AND v.number = e.revision
CROSS JOIN revision f ON f.episode = e.number AND f.number = 1
WHERE e.present = 1
