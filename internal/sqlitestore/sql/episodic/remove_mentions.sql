-- remove_mentions: Removes the mentions in some episodes and their occurrences.
-- params: episodes
-- returns: nothing
DELETE FROM mention WHERE episode IN (SELECT e.value FROM json_each($episodes) e)
