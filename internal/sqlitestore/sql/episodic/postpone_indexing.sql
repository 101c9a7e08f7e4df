-- postpone_indexing: Records that indexing failed again and when it is due next, unless the episode has changed since.
-- params: project, id, revision, gone, due
-- returns: nothing
UPDATE episode SET index_due = $due, index_attempts = index_attempts + 1
WHERE project = (SELECT p.number FROM project p WHERE p.name = $project) AND id = $id AND index_due IS NOT NULL
  AND iif($gone, present = 0, present = 1 AND revision = $revision)
