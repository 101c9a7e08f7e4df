-- list_underived_episodes: Episodes of a project that are to be derived anew, by id.
-- params: project (a number), limit
-- returns: id
SELECT e.id AS id FROM episode e WHERE e.project = $project AND e.underived = 1 ORDER BY e.id LIMIT $limit
