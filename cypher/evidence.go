package cypher

import _ "embed" // the statements are files

// CountPairs answers: the tables of pairs of factors over the episodes that tell the states of both variables.
//
//go:embed causal/count_pairs.cypher
var CountPairs Statement

// CountContributions answers: how many episodes have contributed to the factor layer.
//
//go:embed causal/count_contributions.cypher
var CountContributions Statement
