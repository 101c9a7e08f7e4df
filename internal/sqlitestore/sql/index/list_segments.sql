-- list_segments: The segments of a place, in the order of their chunks.
-- params: project
-- returns: segment, state, target, first, last, chunks, dead, buried, words, term
SELECT segment AS segment, state AS state, target AS target, first AS first, last AS last,
       chunks AS chunks, dead AS dead, buried AS buried, words AS words, term AS term
FROM words_segment
WHERE project = $project
ORDER BY first, segment
