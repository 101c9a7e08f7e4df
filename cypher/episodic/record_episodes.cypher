// record_episodes: Writes the nodes of episodes that are new, have new content, or come back.
// params: project, episodes (list of {id, due, properties})
// returns: nothing
// One that comes back with its words still in the search index is due for the rest.
UNWIND $episodes AS row
MERGE (r:Record {project: $project, id: row.id})
ON CREATE SET r.indexedRevision = 0
REMOVE r:DeletedEpisode
SET r:Episode, r += row.properties
SET r.indexDue = CASE WHEN r.indexedRevision = r.revision THEN null ELSE row.due END,
    r.vectorsDue = CASE WHEN r.indexedRevision = r.revision THEN row.due END
REMOVE r.deletedAt, r.indexAttempts
