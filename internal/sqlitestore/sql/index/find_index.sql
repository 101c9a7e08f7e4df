-- find_index: The number of a project in the index.
-- params: project
-- returns: number
SELECT number AS number FROM index_project WHERE name = $project
