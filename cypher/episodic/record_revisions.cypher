// record_revisions: Adds one revision to each of some episodes.
// params: project, revisions (list of {id, properties})
// returns: nothing
UNWIND $revisions AS row
MATCH (r:Record {project: $project, id: row.id})
CREATE (r)-[:HAS_REVISION]->(v:Revision)
SET v = row.properties
