// list_revisions: Every content of some present episodes, latest first.
// params: project, ids
// returns: id, number, hash, recordedAt, content
UNWIND $ids AS id
MATCH (e:Episode {project: $project, id: id})-[:HAS_REVISION]->(v:Revision)
RETURN e.id AS id, v.number AS number, v.hash AS hash, v.recordedAt AS recordedAt, v.content AS content
ORDER BY id, number DESC
