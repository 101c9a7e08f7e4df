-- record_contribution: Records that an episode contributes to a layer.
-- params: episode, layer, graph, outcome, seen, errors, self_links
-- returns: nothing
INSERT INTO contribution (episode, layer, graph, outcome, seen, errors, self_links)
VALUES ($episode, $layer, $graph, $outcome, $seen, $errors, $self_links)
