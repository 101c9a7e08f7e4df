-- remove_supports: Removes which links between factors some episodes state.
-- params: episodes
-- returns: nothing
DELETE FROM support WHERE episode IN (SELECT e.value FROM json_each($episodes) e)
