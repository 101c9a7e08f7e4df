-- get_index_state: The state of the index of a project.
-- params: project
-- returns: index_state (null in a project from before there were states)
SELECT index_state AS index_state FROM project WHERE name = $project
