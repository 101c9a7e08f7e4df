-- delete_index_episodes: Removes what filters compare of episodes.
-- params: project, ids (list of texts)
-- returns: nothing
DELETE FROM index_episode
WHERE project = $project AND id IN (SELECT value FROM json_each($ids))
