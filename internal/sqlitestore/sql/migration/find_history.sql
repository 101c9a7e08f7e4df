-- find_history: Whether the list of the steps that ran exists.
-- params: none
-- returns: found
SELECT count(*) AS found FROM sqlite_schema WHERE type = 'table' AND name = 'schema_step'
