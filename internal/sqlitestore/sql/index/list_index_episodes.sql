-- list_index_episodes: The episodes of a project that have a chunk, by id.
-- params: project
-- returns: id
SELECT DISTINCT id AS id FROM index_episode WHERE project = $project ORDER BY id
