-- mark_unindexed: Records that the search index holds nothing of an episode, which is due, unless it was deleted.
-- params: project, id, due
-- returns: nothing
UPDATE episode SET indexed_revision = 0, index_due = $due, index_attempts = 0
WHERE project = (SELECT p.number FROM project p WHERE p.name = $project) AND id = $id AND present = 1
