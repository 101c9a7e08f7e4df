-- remove_entries: Removes what some patterns stand under in the index.
-- params: patterns
-- returns: nothing
DELETE FROM pattern_entry WHERE pattern IN (SELECT k.value FROM json_each($patterns) k)
