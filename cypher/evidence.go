package cypher

import _ "embed" // the statements are files

// ListObservations answers: what the episodes record of some variables, so that their factors can be compared.
//
//go:embed causal/list_observations.cypher
var ListObservations Statement

// CountContributions answers: how many episodes have contributed to the factor layer.
//
//go:embed causal/count_contributions.cypher
var CountContributions Statement

// ListEvidence answers: a page, by id, of the episodes that state a link or are in certain cells of its table.
//
//go:embed causal/list_evidence.cypher
var ListEvidence Statement

// CountEvidence answers: how many episodes state a link or are in certain cells of its table.
//
//go:embed causal/count_evidence.cypher
var CountEvidence Statement

// CountRules answers: the number of links inside of episodes by the first word of their note, where that may be a rule, and by basis.
//
//go:embed causal/count_rules.cypher
var CountRules Statement

// CountSupports answers: how many episodes state each of some links, by basis.
//
//go:embed causal/count_supports.cypher
var CountSupports Statement
