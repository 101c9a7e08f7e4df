-- list_index_states: The states of the indexes of all projects, by name.
-- params: none
-- returns: name, index_state (null in a project from before there were states)
SELECT name AS name, index_state AS index_state FROM project ORDER BY name
