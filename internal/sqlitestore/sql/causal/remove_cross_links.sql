-- remove_cross_links: Removes the links that some episodes state to or from other episodes.
-- params: episodes
-- returns: nothing
DELETE FROM cross_link WHERE episode IN (SELECT e.value FROM json_each($episodes) e)
