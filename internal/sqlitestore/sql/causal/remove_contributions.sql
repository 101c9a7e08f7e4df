-- remove_contributions: Removes what some episodes contribute, their observations and supports being gone.
-- params: episodes
-- returns: nothing
DELETE FROM contribution WHERE episode IN (SELECT e.value FROM json_each($episodes) e)
