-- list_deferred_episodes: Some of the episodes of a project that were written and are still to be derived.
-- params: project (a number), limit
-- returns: id
SELECT e.id AS id FROM episode e WHERE e.project = $project AND e.underived = 2 LIMIT $limit
