// list_revisions: Contents of some present episodes, latest first: of each as many as a limit, after those of an offset.
// params: project, ids, offset, limit
// returns: id, number, hash, recordedAt, content
UNWIND $ids AS id
MATCH (e:Episode {project: $project, id: id})-[:HAS_REVISION]->(v:Revision)
WHERE v.number <= e.revision - $offset AND v.number > e.revision - $offset - $limit
RETURN e.id AS id, v.number AS number, v.hash AS hash, v.recordedAt AS recordedAt, v.content AS content
ORDER BY id, number DESC
