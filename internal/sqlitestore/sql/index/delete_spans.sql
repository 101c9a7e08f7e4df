-- delete_spans: Removes the spans of a segment.
-- params: project, segment
-- returns: nothing
DELETE FROM words_span WHERE project = $project AND segment = $segment
