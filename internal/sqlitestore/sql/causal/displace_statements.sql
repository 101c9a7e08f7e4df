-- displace_statements: Takes every statement of a project out of the layer.
-- params: project (a number)
-- returns: nothing
UPDATE factor_statement SET source_now = NULL, target_now = NULL, link = NULL
WHERE project = $project AND source_now IS NOT NULL
