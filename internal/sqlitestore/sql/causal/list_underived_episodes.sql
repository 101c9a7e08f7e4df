-- list_underived_episodes: The stale episodes of a project, by id.
-- params: project (a number), limit
-- returns: id
SELECT e.id AS id FROM episode e WHERE e.project = $project AND e.underived = 1 ORDER BY e.id LIMIT $limit
