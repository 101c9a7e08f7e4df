// mark_unindexed: Records that the search index holds nothing of an episode, which is due, unless it was deleted.
// params: project, id, due
// returns: nothing
// The first SET locks the record, so the WHERE sees the current state.
MATCH (r:Record {project: $project, id: $id})
SET r.indexLock = true
REMOVE r.indexLock
WITH r
WHERE r:Episode
SET r.indexedRevision = 0, r.indexDue = $due
REMOVE r.vectorsDue, r.indexAttempts
