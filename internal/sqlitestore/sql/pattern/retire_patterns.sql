-- retire_patterns: Detaches the patterns of a project, so that they can be removed in the background.
-- params: project (a number)
-- returns: nothing
UPDATE pattern SET project = NULL WHERE project = $project
