// record_decisions: Draws the decisions of some episodes.
// params: project, episodes (list of {id, occurrences})
// returns: nothing
UNWIND $episodes AS row
MATCH (e:Episode {project: $project, id: row.id})
UNWIND row.occurrences AS properties
CREATE (e)-[:HAS_DECISION]->(o:Occurrence:Decision)
SET o = properties
