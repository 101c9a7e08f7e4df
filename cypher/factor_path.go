package cypher

import _ "embed" // the statements are files

// FindFactorLinksFrom answers: the links that leave each of some factors, at most $limit each, those that most episodes state first, then by key.
//
//go:embed causal/find_factor_links_from.cypher
var FindFactorLinksFrom Statement

// FindFactorEdgesFrom answers: the links that leave some factors, at most $limit, those first by the key, as one list.
//
//go:embed causal/find_factor_edges_from.cypher
var FindFactorEdgesFrom Statement

// FindFactorLinksTo answers: the links that arrive at each of some factors, at most $limit each, those that most episodes state first, then by key.
//
//go:embed causal/find_factor_links_to.cypher
var FindFactorLinksTo Statement

// FindFactorEdgesTo answers: the links that arrive at some factors, at most $limit, those first by the key, as one list.
//
//go:embed causal/find_factor_edges_to.cypher
var FindFactorEdgesTo Statement

// FindJoinedLinks answers: which of some pairs of consecutive links meet: an episode states both, or an occurrence ends a link of the one and begins a link of the other.
//
//go:embed causal/find_joined_links.cypher
var FindJoinedLinks Statement

// ListCommonSupport answers: the first episodes, by id, that state every link of some sets, and how many do.
//
//go:embed causal/list_common_support.cypher
var ListCommonSupport Statement

// FindShortestFactorPath answers: one of the paths of the fewest links, at most 100, from a factor to another, a row for each of its steps.
//
//go:embed causal/find_shortest_factor_path.cypher
var FindShortestFactorPath Statement
