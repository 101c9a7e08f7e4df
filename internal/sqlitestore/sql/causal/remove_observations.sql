-- remove_observations: Removes which factors some episodes have.
-- params: episodes
-- returns: nothing
DELETE FROM observation WHERE episode IN (SELECT e.value FROM json_each($episodes) e)
