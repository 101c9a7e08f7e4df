-- set_index_state: Replaces the state of the index of a project if it has the expected version.
-- params: project, index_state, version
-- returns: nothing
UPDATE project SET index_state = $index_state
WHERE name = $project AND coalesce(index_state ->> 'version', 0) = $version
