-- record_contribution: Notes that an episode contributes to a layer.
-- params: episode, layer, outcome, seen, self_links
-- returns: nothing
INSERT INTO contribution (episode, layer, outcome, seen, self_links) VALUES ($episode, $layer, $outcome, $seen, $self_links)
