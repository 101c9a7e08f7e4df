-- list_index_states: The states of the indexes of all projects, or of one.
-- params: project (null for all)
-- returns: name, index_state (null in a project from before there were states)
SELECT name AS name, index_state AS index_state
FROM project
WHERE $project IS NULL OR name = $project
ORDER BY name
