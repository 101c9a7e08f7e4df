// postpone_indexing: Records that indexing failed again and when it is due next, unless the episode has changed since.
// params: tasks (list of {project, id, revision, gone}), due
// returns: nothing
// The first SET locks the record, so the WHERE sees the current state.
UNWIND $tasks AS row
MATCH (r:Record {project: row.project, id: row.id})
SET r.indexLock = true
REMOVE r.indexLock
WITH r, row
WHERE coalesce(r.indexDue, r.vectorsDue) IS NOT NULL
  AND (row.gone AND r:DeletedEpisode OR NOT row.gone AND r:Episode AND r.revision = row.revision)
SET r.indexAttempts = coalesce(r.indexAttempts, 0) + 1,
    r.vectorsDue = CASE WHEN r.vectorsDue IS NULL THEN null ELSE $due END
SET r.indexDue = CASE WHEN r.indexDue IS NULL THEN null ELSE $due END
