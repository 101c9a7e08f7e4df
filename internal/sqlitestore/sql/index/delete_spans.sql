-- delete_spans: Removes the spans of a segment.
-- params: project, segment
-- returns: nothing
DELETE FROM index_span WHERE project = $project AND segment = $segment
