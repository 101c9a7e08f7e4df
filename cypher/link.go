package cypher

import _ "embed" // the statements are files

// RecordCauses draws links of this relation between present occurrences.
//
//go:embed causal/record_causes.cypher
var RecordCauses Statement

// RecordEnables draws links of this relation between present occurrences.
//
//go:embed causal/record_enables.cypher
var RecordEnables Statement

// RecordPrevents draws links of this relation between present occurrences.
//
//go:embed causal/record_prevents.cypher
var RecordPrevents Statement

// RecordCorrelates draws links without a direction between present occurrences: one relationship each way.
//
//go:embed causal/record_correlates.cypher
var RecordCorrelates Statement

// RecordCrossLinks keeps the links that episodes state to or from other episodes.
//
//go:embed causal/record_cross_links.cypher
var RecordCrossLinks Statement

// ListDrawable answers: the links between episodes that some episodes state or take part in, both ends being present.
//
//go:embed causal/list_drawable.cypher
var ListDrawable Statement

// ListLinksFrom answers: the links that begin at some occurrences, with the occurrence at the other end.
//
//go:embed causal/list_links_from.cypher
var ListLinksFrom Statement

// ListLinksTo answers: the links that end at some occurrences, with the occurrence at the other end.
//
//go:embed causal/list_links_to.cypher
var ListLinksTo Statement
