package cypher

import _ "embed" // the statements are files

// FindShortestPaths answers: one path of the fewest links, at most 100, for each pair of ends, a row for each of its steps.
//
//go:embed causal/find_shortest_paths.cypher
var FindShortestPaths Statement

// FindSubgraphShort answers: the occurrences on walks of at most $depth links, at most 5, from one of the ends to another.
//
//go:embed causal/find_subgraph_short.cypher
var FindSubgraphShort Statement

// FindSubgraphNear answers: the occurrences on walks of at most $depth links, at most 10, from one of the ends to another.
//
//go:embed causal/find_subgraph_near.cypher
var FindSubgraphNear Statement

// FindSubgraphFar answers: the occurrences on walks of at most $depth links, at most 100, from one of the ends to another.
//
//go:embed causal/find_subgraph_far.cypher
var FindSubgraphFar Statement
