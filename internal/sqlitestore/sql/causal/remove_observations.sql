-- remove_observations: Removes the observations of some episodes.
-- params: episodes
-- returns: nothing
DELETE FROM observation WHERE episode IN (SELECT e.value FROM json_each($episodes) e)
