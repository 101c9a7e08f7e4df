-- mark_indexed: Records which revision the search index holds and when its vectors are due, unless the episode has changed since.
-- params: project, id, revision, gone, due (null when no vectors are)
-- returns: nothing
UPDATE episode SET indexed_revision = iif($gone, 0, $revision), index_due = iif($gone, NULL, $due), index_attempts = 0
WHERE project = (SELECT p.number FROM project p WHERE p.name = $project) AND id = $id
  AND iif($gone, present = 0, present = 1 AND revision = $revision)
