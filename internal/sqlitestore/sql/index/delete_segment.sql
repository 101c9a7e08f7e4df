-- delete_segment: Removes a segment that has no pages any more.
-- params: project, segment
-- returns: nothing
DELETE FROM words_segment WHERE project = $project AND segment = $segment
