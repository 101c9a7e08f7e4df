-- remove_watches: Removes the watched factors of some patterns.
-- params: patterns
-- returns: nothing
DELETE FROM pattern_watch WHERE pattern IN (SELECT k.value FROM json_each($patterns) k)
