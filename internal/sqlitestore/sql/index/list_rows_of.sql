-- list_rows_of: The rows of some episodes, ascending, and how many of their chunks have a vector of their own.
-- params: project, ids (list of texts)
-- returns: number, embedded
SELECT number AS number, embedded AS embedded
FROM index_episode
WHERE project = $project AND id IN (SELECT value FROM json_each($ids))
ORDER BY number
