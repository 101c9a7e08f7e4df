// list_backlog: Episodes whose place in the search index is behind, longest waiting first.
// params: limit
// returns: project, id, revision, gone
MATCH (r:Record) WHERE r.indexDue > ''
RETURN r.project AS project, r.id AS id, r.revision AS revision, r:DeletedEpisode AS gone
ORDER BY r.indexDue
LIMIT $limit
