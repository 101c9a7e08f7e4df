// list_record_ids: Some of the episodes of a project, present or deleted, for a purge.
// params: project, limit
// returns: id
MATCH (r:Record) WHERE r.project = $project AND r.id > ''
RETURN r.id AS id
LIMIT $limit
