// 039_record_graph: The episodes that contribute to the factor layer, by the change of the graph that put it; the others have no factorGraph.
// params: none
// returns: nothing
CREATE INDEX record_graph IF NOT EXISTS
FOR (r:Record) ON (r.project, r.factorGraph)
