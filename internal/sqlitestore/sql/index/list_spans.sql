-- list_spans: All spans of a segment.
-- params: project, segment
-- returns: span, first, chunks, dead
SELECT span AS span, first AS first, chunks AS chunks, dead AS dead
FROM words_span
WHERE project = $project AND segment = $segment
ORDER BY span
