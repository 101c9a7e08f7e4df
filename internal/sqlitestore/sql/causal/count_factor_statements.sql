-- count_factor_statements: How many statements a project has.
-- params: project
-- returns: count
SELECT count(*) AS count
FROM factor_statement s
WHERE s.project = (SELECT p.number FROM project p WHERE p.name = $project)
