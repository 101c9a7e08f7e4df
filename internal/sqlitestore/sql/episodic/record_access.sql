-- record_access: Adds reads to the access count of a present episode.
-- params: project, id, count, now
-- returns: nothing
UPDATE episode SET reads = reads + $count, read_at = $now
WHERE project = (SELECT p.number FROM project p WHERE p.name = $project) AND id = $id AND present = 1
