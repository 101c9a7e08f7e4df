-- delete_page: Removes a page of a segment.
-- params: project, segment, term, part
-- returns: nothing
DELETE FROM words_page WHERE project = $project AND segment = $segment AND term = $term AND part = $part
