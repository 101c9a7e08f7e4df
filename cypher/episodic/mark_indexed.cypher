// mark_indexed: Records which revisions the search index holds, and when their vectors are due, unless the episode has changed since.
// params: tasks (list of {project, id, revision, gone, vectorsDue})
// returns: nothing
// The first SET locks the record, so the WHERE sees the current state.
UNWIND $tasks AS row
MATCH (r:Record {project: row.project, id: row.id})
SET r.indexLock = true
REMOVE r.indexLock
WITH r, row
WHERE row.gone AND r:DeletedEpisode OR NOT row.gone AND r:Episode AND r.revision = row.revision
SET r.indexedRevision = CASE WHEN row.gone THEN 0 ELSE row.revision END,
    r.vectorsDue = CASE WHEN row.gone THEN null ELSE row.vectorsDue END
REMOVE r.indexDue, r.indexAttempts
