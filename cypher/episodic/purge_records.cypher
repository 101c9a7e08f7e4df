// purge_records: Removes the nodes, revisions and access counts of some episodes.
// params: project, ids
// returns: nothing
UNWIND $ids AS id
MATCH (r:Record {project: $project, id: id})
CALL (id) { MATCH (a:Access {project: $project, episode: id}) DELETE a }
CALL (r) { MATCH (r)-[:HAS_REVISION]->(v:Revision) DETACH DELETE v }
DETACH DELETE r
