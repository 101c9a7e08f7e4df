-- find_page: The last page of a segment that begins with a term or one before it.
-- params: project, segment, term
-- returns: term, part
SELECT term AS term, part AS part
FROM words_page
WHERE project = $project AND segment = $segment AND term <= $term
ORDER BY term DESC, part DESC
LIMIT 1
