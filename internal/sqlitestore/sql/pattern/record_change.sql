-- record_change: Adds to the history of a pattern.
-- params: project (a number), pattern (a key), number, body
-- returns: nothing
INSERT INTO pattern_change (pattern, number, body)
SELECT p.number, $number, $body FROM pattern p WHERE p.project = $project AND p.key = $pattern
