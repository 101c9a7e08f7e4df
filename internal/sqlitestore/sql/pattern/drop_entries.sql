-- drop_entries: Removes the index entries of a project's patterns.
-- params: project (a number)
-- returns: nothing
DELETE FROM pattern_entry WHERE project = $project
