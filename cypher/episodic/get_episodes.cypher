// get_episodes: The present episodes with some ids, with the content of their current revision.
// params: project, ids
// returns: id, content, revision, hash, recordedAt, firstRecordedAt, indexedRevision, deletedAt, sortKey
// The number is read once, before the contents, so an episode that is being revised still has the old one.
UNWIND $ids AS id
MATCH (e:Episode {project: $project, id: id})
WITH e, e.revision AS revision
MATCH (e)-[:HAS_REVISION]->(v:Revision)
WHERE v.number = revision
RETURN e.id AS id, v.content AS content, v.number AS revision, v.hash AS hash,
       v.recordedAt AS recordedAt, e.firstRecordedAt AS firstRecordedAt,
       e.indexedRevision AS indexedRevision, e.deletedAt AS deletedAt, e.sortKey AS sortKey
