-- list_generations: The generations of a project in the index, ascending.
-- params: project
-- returns: number, generation
SELECT number AS number, generation AS generation
FROM index_project
WHERE name = $project
ORDER BY generation
