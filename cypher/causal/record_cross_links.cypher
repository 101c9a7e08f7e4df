// record_cross_links: Stores the links that episodes state to or from other episodes.
// params: project, links (list of {episode, properties})
// returns: nothing
UNWIND $links AS row
MATCH (e:Episode {project: $project, id: row.episode})
CREATE (e)-[:STATES]->(c:CrossLink)
SET c = row.properties
