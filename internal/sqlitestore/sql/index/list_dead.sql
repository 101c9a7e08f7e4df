-- list_dead: Which chunks of a segment are gone, of the spans that have any.
-- params: project, segment
-- returns: span, dead
SELECT span AS span, dead AS dead
FROM words_span
WHERE project = $project AND segment = $segment AND dead <> x''
