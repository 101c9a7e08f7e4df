-- remove_cross_links: Removes what some episodes state about other episodes.
-- params: episodes
-- returns: nothing
DELETE FROM cross_link WHERE episode IN (SELECT e.value FROM json_each($episodes) e)
