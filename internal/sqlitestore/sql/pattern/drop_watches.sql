-- drop_watches: Removes the watched factors of a project's patterns.
-- params: project (a number)
-- returns: nothing
DELETE FROM pattern_watch WHERE project = $project
