// list_backlog: Episodes whose place in the search index is behind, and due, longest due first.
// params: now, limit
// returns: project, id, revision, gone, attempts
MATCH (r:Record) WHERE r.indexDue > '' AND r.indexDue <= $now
RETURN r.project AS project, r.id AS id, r.revision AS revision, r:DeletedEpisode AS gone,
  coalesce(r.indexAttempts, 0) AS attempts
ORDER BY r.indexDue
LIMIT $limit
