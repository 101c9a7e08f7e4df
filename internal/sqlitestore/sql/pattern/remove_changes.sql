-- remove_changes: Removes the history of some patterns.
-- params: patterns
-- returns: nothing
DELETE FROM pattern_change WHERE pattern IN (SELECT k.value FROM json_each($patterns) k)
