-- replace_access: Sets the access count of an episode, present or deleted, to that of another store.
-- params: project, id, count, last_at
-- returns: nothing
UPDATE episode SET reads = $count, read_at = $last_at
WHERE project = (SELECT p.number FROM project p WHERE p.name = $project) AND id = $id
