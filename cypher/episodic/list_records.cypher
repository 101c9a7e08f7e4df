// list_records: The records of every episode of a project, present or deleted, without contents, by id.
// params: project
// returns: id, revision, hash, recordedAt, deletedAt, indexedRevision, count, lastAt
MATCH (r:Record) WHERE r.project = $project AND r.id > ''
OPTIONAL MATCH (a:Access {project: $project, episode: r.id})
RETURN r.id AS id, r.revision AS revision, r.hash AS hash, r.recordedAt AS recordedAt,
       r.deletedAt AS deletedAt, r.indexedRevision AS indexedRevision,
       coalesce(a.count, 0) AS count, a.lastAt AS lastAt
ORDER BY id
