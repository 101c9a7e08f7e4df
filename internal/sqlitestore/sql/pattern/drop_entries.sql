-- drop_entries: Removes what the patterns of a project stand under in the index.
-- params: project (a number)
-- returns: nothing
DELETE FROM pattern_entry WHERE project = $project
