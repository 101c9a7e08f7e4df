-- get_spans: Some spans of segments.
-- params: project, spans (list of [segment, span])
-- returns: segment, span, first, chunks, dead
SELECT s.segment AS segment, s.span AS span, s.first AS first, s.chunks AS chunks, s.dead AS dead
FROM json_each($spans) AS t
CROSS JOIN words_span AS s
  ON s.project = $project AND s.segment = t.value ->> 0 AND s.span = t.value ->> 1
