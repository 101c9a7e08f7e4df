// record_episodes: Writes the nodes of episodes that are new, have new content, or come back.
// params: project, episodes (list of {id, properties})
// returns: nothing
UNWIND $episodes AS row
MERGE (r:Record {project: $project, id: row.id})
ON CREATE SET r.indexedRevision = 0
REMOVE r:DeletedEpisode
SET r:Episode, r += row.properties
REMOVE r.deletedAt
