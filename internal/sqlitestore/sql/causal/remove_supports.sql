-- remove_supports: Removes the supports of some episodes.
-- params: episodes
-- returns: nothing
DELETE FROM support WHERE episode IN (SELECT e.value FROM json_each($episodes) e)
