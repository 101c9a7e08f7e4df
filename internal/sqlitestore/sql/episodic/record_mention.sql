-- record_mention: Draws a mention in the head of an episode (occurrence 0) or in an occurrence.
-- params: project, sort_key, episode, occurrence, spelling
-- returns: nothing
INSERT INTO mention (reference, episode, occurrence, spelling)
SELECT r.number, $episode, $occurrence, $spelling
FROM reference r
WHERE r.project = (SELECT p.number FROM project p WHERE p.name = $project) AND r.sort_key = $sort_key
