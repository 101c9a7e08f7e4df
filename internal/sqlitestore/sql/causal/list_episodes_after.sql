-- list_episodes_after: Some of the episodes of a project, present or deleted, by id.
-- params: project (a number), after, limit
-- returns: number, id
SELECT e.number AS number, e.id AS id FROM episode e WHERE e.project = $project AND e.id > $after ORDER BY e.id LIMIT $limit
