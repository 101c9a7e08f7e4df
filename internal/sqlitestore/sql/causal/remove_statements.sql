-- remove_statements: Removes the statements of some ids.
-- params: project (a number), ids
-- returns: nothing
DELETE FROM factor_statement WHERE project = $project AND id IN (SELECT k.value FROM json_each($ids) k)
