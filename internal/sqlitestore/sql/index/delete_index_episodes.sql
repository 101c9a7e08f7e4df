-- delete_index_episodes: Removes episodes from the index, with their chunks but without the words.
-- params: project, ids (list of texts)
-- returns: nothing
DELETE FROM index_episode
WHERE project = $project AND id IN (SELECT value FROM json_each($ids))
