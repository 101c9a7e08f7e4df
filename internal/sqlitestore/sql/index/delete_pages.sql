-- delete_pages: Removes some pages of a segment.
-- params: project, segment, limit
-- returns: nothing
DELETE FROM index_page WHERE rowid IN (
  SELECT rowid FROM index_page WHERE project = $project AND segment = $segment LIMIT $limit
)
