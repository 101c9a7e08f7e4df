-- list_uncounted: What the counts of links leave out, by change.
-- params: layer
-- returns: content
SELECT u.content AS content FROM uncounted u WHERE u.layer = $layer ORDER BY u.graph
