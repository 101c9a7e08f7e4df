-- remove_patterns: Removes some patterns of which nothing else is left.
-- params: patterns
-- returns: nothing
DELETE FROM pattern WHERE number IN (SELECT k.value FROM json_each($patterns) k)
