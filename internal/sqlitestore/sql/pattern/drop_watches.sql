-- drop_watches: Removes what the patterns of a project watch.
-- params: project (a number)
-- returns: nothing
DELETE FROM pattern_watch WHERE project = $project
