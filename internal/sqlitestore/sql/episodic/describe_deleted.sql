-- describe_deleted: Stores what filters compare of a deleted episode.
-- params: project, id, described
-- returns: nothing
UPDATE episode SET described = $described
WHERE project = (SELECT p.number FROM project p WHERE p.name = $project) AND id = $id
