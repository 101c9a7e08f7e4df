-- replace_page: Replaces a page of a segment, which may begin with a later term then.
-- params: project, segment, term, part, first (its first term), words
-- returns: nothing
UPDATE words_page SET term = $first, words = $words
WHERE project = $project AND segment = $segment AND term = $term AND part = $part
