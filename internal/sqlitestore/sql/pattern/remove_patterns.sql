-- remove_patterns: Removes the rows of some patterns that are otherwise removed.
-- params: patterns
-- returns: nothing
DELETE FROM pattern WHERE number IN (SELECT k.value FROM json_each($patterns) k)
