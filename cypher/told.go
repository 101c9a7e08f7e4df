package cypher

import _ "embed" // the statements are files

// ListStatesOf answers: all factors that are states of some variables, by key.
//
//go:embed causal/list_states_of.cypher
var ListStatesOf Statement

// ListLinksInto answers: the links with a direction between factors whose target is a state of some variables, by key.
//
//go:embed causal/list_links_into.cypher
var ListLinksInto Statement

// TellStates answers: which of some factors the episodes have whose contributions were put by later changes of the graph, as pairs of place and order.
//
//go:embed causal/tell_states.cypher
var TellStates Statement

// TellContributions answers: which episodes have contributions that were put by later changes of the graph.
//
//go:embed causal/tell_contributions.cypher
var TellContributions Statement
