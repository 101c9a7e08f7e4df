-- remove_revisions: Removes every content of some episodes.
-- params: episodes
-- returns: nothing
DELETE FROM revision WHERE episode IN (SELECT e.value FROM json_each($episodes) e)
