-- remove_entries: Removes the index entries of some patterns.
-- params: patterns
-- returns: nothing
DELETE FROM pattern_entry WHERE pattern IN (SELECT k.value FROM json_each($patterns) k)
