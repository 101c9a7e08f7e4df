-- retire_layer: Detaches the layer of a project, so that it can be removed in the background.
-- params: project (a number)
-- returns: nothing
UPDATE factor_layer SET project = NULL WHERE project = $project
