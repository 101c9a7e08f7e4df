-- remove_episodes: Removes the rows of some episodes that are otherwise removed.
-- params: episodes
-- returns: nothing
DELETE FROM episode WHERE number IN (SELECT e.value FROM json_each($episodes) e)
