-- remove_bodies: Removes the bodies of some patterns.
-- params: patterns
-- returns: nothing
DELETE FROM pattern_body WHERE pattern IN (SELECT k.value FROM json_each($patterns) k)
