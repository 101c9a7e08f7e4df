-- find_history: Whether there is a list of the steps that ran.
-- params: none
-- returns: found
SELECT count(*) AS found FROM sqlite_schema WHERE type = 'table' AND name = 'schema_step'
