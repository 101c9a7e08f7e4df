// find_histories: The histories of some episodes, present or deleted, without contents; unknown ids have no row.
// params: project, ids
// returns: id, deletedAt, count, lastAt, revisions
UNWIND $ids AS id
MATCH (r:Record {project: $project, id: id})
OPTIONAL MATCH (a:Access {project: $project, episode: id})
RETURN id, r.deletedAt AS deletedAt, coalesce(a.count, 0) AS count, a.lastAt AS lastAt,
       COLLECT {
         MATCH (r)-[:HAS_REVISION]->(v:Revision)
         RETURN v {.number, .hash, .recordedAt} ORDER BY v.number
       } AS revisions
