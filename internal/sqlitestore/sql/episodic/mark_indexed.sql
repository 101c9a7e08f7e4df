-- mark_indexed: Notes which revision the search index holds, unless the episode has moved on.
-- params: project, id, revision, gone
-- returns: nothing
UPDATE episode SET indexed_revision = iif($gone, 0, $revision), index_due = NULL, index_attempts = 0
WHERE project = (SELECT p.number FROM project p WHERE p.name = $project) AND id = $id
  AND iif($gone, present = 0, present = 1 AND revision = $revision)
