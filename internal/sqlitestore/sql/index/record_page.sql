-- record_page: Records a page of a segment.
-- params: project, segment, term, part, words
-- returns: nothing
INSERT INTO words_page (project, segment, term, part, words) VALUES ($project, $segment, $term, $part, $words)
