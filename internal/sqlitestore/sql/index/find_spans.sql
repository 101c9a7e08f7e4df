-- find_spans: The spans of a segment that may have chunks with some consecutive numbers.
-- params: project, segment, first, last
-- returns: span, first, chunks, dead
SELECT span AS span, first AS first, chunks AS chunks, dead AS dead
FROM words_span
WHERE project = $project AND segment = $segment AND first <= $last AND span >= coalesce((
  SELECT s.span
  FROM words_span AS s
  WHERE s.project = $project AND s.segment = $segment AND s.first <= $first
  ORDER BY s.span DESC
  LIMIT 1
), 0)
