// get_episodes: The present episodes of some ids, with the content of their current revision.
// params: project, ids
// returns: id, content, revision, hash, recordedAt, firstRecordedAt, indexedRevision, deletedAt, sortKey
UNWIND $ids AS id
MATCH (e:Episode {project: $project, id: id})-[:HAS_REVISION]->(v:Revision)
WHERE v.number = e.revision
RETURN e.id AS id, v.content AS content, e.revision AS revision, e.hash AS hash,
       e.recordedAt AS recordedAt, e.firstRecordedAt AS firstRecordedAt,
       e.indexedRevision AS indexedRevision, e.deletedAt AS deletedAt, e.sortKey AS sortKey
