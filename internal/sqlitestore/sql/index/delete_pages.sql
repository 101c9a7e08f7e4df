-- delete_pages: Removes some pages of a segment.
-- params: project, segment, limit
-- returns: nothing
DELETE FROM words_page WHERE rowid IN (
  SELECT rowid FROM words_page WHERE project = $project AND segment = $segment LIMIT $limit
)
