-- remove_idle_variables: Removes those of some variables that no episode records, nobody closed and no factor has.
-- params: variables
-- returns: nothing
DELETE FROM variable
WHERE number IN (SELECT k.value FROM json_each($variables) k) AND recorded = 0 AND closed = 0
  AND NOT EXISTS (SELECT 1 FROM factor f WHERE f.variable = variable.number)
