-- remove_evidence_of: Removes all evidence of some patterns.
-- params: patterns
-- returns: nothing
DELETE FROM pattern_evidence WHERE pattern IN (SELECT k.value FROM json_each($patterns) k)
