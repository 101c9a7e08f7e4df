-- list_records: The records of every episode of a project, present or deleted, without contents, by id.
-- params: project
-- returns: id, revision, hash, recorded_at, deleted_at, indexed_revision, count, last_at
SELECT e.id AS id, e.revision AS revision, v.hash AS hash, v.recorded_at AS recorded_at, e.deleted_at AS deleted_at,
       e.indexed_revision AS indexed_revision, e.reads AS count, e.read_at AS last_at
FROM episode e
CROSS JOIN revision v ON v.episode = e.number AND v.number = e.revision
WHERE e.project = (SELECT p.number FROM project p WHERE p.name = $project)
ORDER BY e.id
