-- displace_statements: Removes every statement of a project from the layer; the statements themselves stay.
-- params: project (a number)
-- returns: nothing
UPDATE factor_statement SET source_now = NULL, target_now = NULL, link = NULL
WHERE project = $project AND source_now IS NOT NULL
