// list_vector_backlog: Episodes that lack only vectors in the search index and are due, longest due first.
// params: project (null for all), now, limit
// returns: project, id, revision, gone, attempts
// A record that another transaction purges at the same time has lost its properties, and is left out.
MATCH (r:Record) WHERE r.vectorsDue > '' AND r.vectorsDue <= $now AND ($project IS NULL OR r.project = $project)
WITH r.vectorsDue AS due, r.project AS project, r.id AS id, r.revision AS revision, r:DeletedEpisode AS gone,
  coalesce(r.indexAttempts, 0) AS attempts
WHERE project IS NOT NULL AND id IS NOT NULL AND revision IS NOT NULL
RETURN project, id, revision, gone, attempts
ORDER BY due
LIMIT $limit
