-- record_uncounted: Adds what one change leaves out of the counts of links.
-- params: layer, graph, content
-- returns: nothing
INSERT INTO uncounted (layer, graph, content) VALUES ($layer, $graph, $content)
