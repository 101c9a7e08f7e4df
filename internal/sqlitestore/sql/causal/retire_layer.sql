-- retire_layer: Takes the layer of a project from it, so that it can be removed at leisure.
-- params: project (a number)
-- returns: nothing
UPDATE factor_layer SET project = NULL WHERE project = $project
