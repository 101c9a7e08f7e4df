-- remove_watches: Removes what some patterns watch.
-- params: patterns
-- returns: nothing
DELETE FROM pattern_watch WHERE pattern IN (SELECT k.value FROM json_each($patterns) k)
