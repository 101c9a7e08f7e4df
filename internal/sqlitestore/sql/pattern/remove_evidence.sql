-- remove_evidence: Removes the evidence of a pattern in an episode.
-- params: project (a number), pattern (a key), episode (an id)
-- returns: nothing
DELETE FROM pattern_evidence
WHERE pattern = (SELECT p.number FROM pattern p WHERE p.project = $project AND p.key = $pattern) AND id = $episode
