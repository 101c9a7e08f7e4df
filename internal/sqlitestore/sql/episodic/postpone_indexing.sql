-- postpone_indexing: Notes that indexing failed once more and when it is due again, unless the episode has moved on.
-- params: project, id, revision, gone, due
-- returns: nothing
UPDATE episode SET index_due = $due, index_attempts = index_attempts + 1
WHERE project = (SELECT p.number FROM project p WHERE p.name = $project) AND id = $id AND index_due IS NOT NULL
  AND iif($gone, present = 0, present = 1 AND revision = $revision)
