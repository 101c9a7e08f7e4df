// mark_indexed: Records which revisions the search index holds, and when their vectors are due, unless the episode has changed since; returns the name of a newer schema step, if any, and then records nothing.
// params: tasks (list of {project, id, revision, gone, vectorsDue}), set, version
// returns: newer
// The first SET locks the record, so the WHERE sees the current state.
CALL () {
  MATCH (s:SchemaStep) WHERE s.set = $set AND s.version > $version
  WITH s.version AS version, s.name AS name ORDER BY version DESC
  RETURN head(collect(name)) AS newer
}
CALL (newer) {
  WITH * WHERE newer IS NULL
  UNWIND $tasks AS row
  MATCH (r:Record {project: row.project, id: row.id})
  SET r.indexLock = true
  REMOVE r.indexLock
  WITH r, row
  WHERE row.gone AND r:DeletedEpisode OR NOT row.gone AND r:Episode AND r.revision = row.revision
  SET r.indexedRevision = CASE WHEN row.gone THEN 0 ELSE row.revision END,
      r.vectorsDue = CASE WHEN row.gone THEN null ELSE row.vectorsDue END
  REMOVE r.indexDue, r.indexAttempts
}
RETURN newer
