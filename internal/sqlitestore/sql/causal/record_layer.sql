-- record_layer: Gives a project an empty layer.
-- params: project (a number), version, graph, rules
-- returns: nothing
INSERT INTO factor_layer (project, version, graph, rules) VALUES ($project, $version, $graph, $rules)
