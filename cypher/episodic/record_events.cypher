// record_events: Draws the events of some episodes.
// params: project, episodes (list of {id, occurrences})
// returns: nothing
UNWIND $episodes AS row
MATCH (e:Episode {project: $project, id: row.id})
UNWIND row.occurrences AS properties
CREATE (e)-[:HAS_EVENT]->(o:Occurrence:Event)
SET o = properties
