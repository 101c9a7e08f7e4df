// find_underived: Some of the episodes of a project whose contribution is stale or missing, by id.
// params: project, limit
// returns: id
MATCH (e:Record)
USING INDEX SEEK e:Record(project, underived, id)
WHERE e.project = $project AND e.underived = true AND e.id > ''
RETURN e.id AS id
ORDER BY e.id
LIMIT $limit
