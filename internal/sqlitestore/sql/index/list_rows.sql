-- list_rows: The numbers of all rows of episodes of a generation, ascending.
-- params: project
-- returns: number
SELECT number AS number FROM index_episode WHERE project = $project ORDER BY number
