-- get_deleted_content: The last content of a deleted episode.
-- params: project, id
-- returns: content
SELECT v.content AS content
FROM episode e
CROSS JOIN revision v ON v.episode = e.number AND v.number = e.revision
WHERE e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND e.id = $id AND e.present = 0
