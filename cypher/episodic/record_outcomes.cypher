// record_outcomes: Draws the outcomes of some episodes.
// params: project, episodes (list of {id, occurrences})
// returns: nothing
UNWIND $episodes AS row
MATCH (e:Episode {project: $project, id: row.id})
UNWIND row.occurrences AS properties
CREATE (e)-[:HAS_OUTCOME]->(o:Occurrence:Outcome)
SET o = properties
