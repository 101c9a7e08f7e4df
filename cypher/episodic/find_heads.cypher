// find_heads: The heads of some episodes, present or deleted; unknown ids have no row.
// params: project, ids
// returns: id, present, revision, hash, recordedAt, firstRecordedAt
UNWIND $ids AS id
MATCH (r:Record {project: $project, id: id})
RETURN r.id AS id, r:Episode AS present, r.revision AS revision, r.hash AS hash,
       r.recordedAt AS recordedAt, r.firstRecordedAt AS firstRecordedAt
