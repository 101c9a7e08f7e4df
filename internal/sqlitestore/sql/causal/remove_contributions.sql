-- remove_contributions: Removes the contributions of some episodes whose observations and supports are gone.
-- params: episodes
-- returns: nothing
DELETE FROM contribution WHERE episode IN (SELECT e.value FROM json_each($episodes) e)
