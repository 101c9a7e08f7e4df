-- remove_occurrences: Removes the occurrences of some episodes, whose links are gone.
-- params: episodes
-- returns: nothing
DELETE FROM occurrence WHERE episode IN (SELECT e.value FROM json_each($episodes) e)
