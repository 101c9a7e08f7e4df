-- retire_patterns: Takes its patterns from a project.
-- params: project (a number)
-- returns: nothing
UPDATE pattern SET project = NULL WHERE project = $project
