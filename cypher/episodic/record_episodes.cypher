// record_episodes: Writes the nodes of episodes that are new, have new content, or come back.
// params: project, episodes (list of {id, due, present, properties})
// returns: nothing
// What the search index holds of a restored episode is not reliable.
UNWIND $episodes AS row
MERGE (r:Record {project: $project, id: row.id})
ON CREATE SET r.indexedRevision = 0
SET r.indexedRevision = CASE WHEN r:DeletedEpisode AND row.present THEN 0 ELSE r.indexedRevision END
REMOVE r:DeletedEpisode
SET r:Episode, r += row.properties, r.indexDue = row.due
REMOVE r.deletedAt, r.indexAttempts, r.vectorsDue
