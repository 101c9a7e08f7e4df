-- 011_uncounted: What the counts of factor links leave out until the links are read.
-- params: none
-- returns: nothing
-- Each change of a layer adds a row, with the episodes that it moved as they were before, and the links that it made;
-- graph is the number of the change. uncounted is the weight of all rows of the layer.
ALTER TABLE factor_layer ADD COLUMN uncounted INTEGER NOT NULL DEFAULT 0;
CREATE INDEX factor_layer_uncounted ON factor_layer (project) WHERE uncounted > 0;
CREATE TABLE uncounted (
  layer INTEGER NOT NULL REFERENCES factor_layer,
  graph INTEGER NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (layer, graph)
) WITHOUT ROWID;
