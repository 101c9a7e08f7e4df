-- list_pages: Some pages of a segment from one on, in order.
-- params: project, segment, term, part, limit
-- returns: term, part, words
SELECT term AS term, part AS part, words AS words
FROM words_page
WHERE project = $project AND segment = $segment AND (term, part) >= ($term, $part)
ORDER BY term, part
LIMIT $limit
