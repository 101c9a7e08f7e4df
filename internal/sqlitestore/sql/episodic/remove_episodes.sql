-- remove_episodes: Removes some episodes of which nothing else is left.
-- params: episodes
-- returns: nothing
DELETE FROM episode WHERE number IN (SELECT e.value FROM json_each($episodes) e)
