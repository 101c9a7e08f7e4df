-- count_factor_statements: The number of statements of a project.
-- params: project
-- returns: count
SELECT count(*) AS count
FROM factor_statement s
WHERE s.project = (SELECT p.number FROM project p WHERE p.name = $project)
