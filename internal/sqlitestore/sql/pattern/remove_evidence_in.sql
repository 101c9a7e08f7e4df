-- remove_evidence_in: Removes all evidence in some episodes.
-- params: episodes
-- returns: nothing
DELETE FROM pattern_evidence WHERE episode IN (SELECT k.value FROM json_each($episodes) k)
