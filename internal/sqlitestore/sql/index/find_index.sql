-- find_index: The number of a generation of a project in the index, and the state of its vectors.
-- params: project, generation
-- returns: number, dimension, added, removed
SELECT number AS number, coalesce(dimension, 0) AS dimension, added AS added, removed AS removed
FROM index_project
WHERE name = $project AND generation = $generation
