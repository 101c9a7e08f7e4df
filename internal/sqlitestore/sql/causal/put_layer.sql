-- put_layer: Replaces the counts of a layer.
-- params: layer, version, graph, episodes, self_links, uncounted
-- returns: nothing
UPDATE factor_layer
SET version = $version, graph = $graph, episodes = $episodes, self_links = $self_links, uncounted = $uncounted
WHERE number = $layer
