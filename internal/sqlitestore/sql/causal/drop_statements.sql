-- drop_statements: Removes every statement of a project.
-- params: project (a number)
-- returns: nothing
DELETE FROM factor_statement WHERE project = $project
