package cypher

import _ "embed" // the statements are files

// GetFactorLinks answers: the links between factors of some keys.
//
//go:embed causal/get_factor_links.cypher
var GetFactorLinks Statement

// ListLinksAmong answers: the links between factors whose variables are among some, at each end.
//
//go:embed causal/list_links_among.cypher
var ListLinksAmong Statement

// ListLinksOf answers: the links between factors of which an end is a state of a variable.
//
//go:embed causal/list_links_of.cypher
var ListLinksOf Statement

// FindLinkRanges answers: when the first and last episode that states each of some links began.
//
//go:embed causal/find_link_ranges.cypher
var FindLinkRanges Statement

// RecordFactorCauses writes links between factors of this relation as they are given, new or not.
//
//go:embed causal/record_factor_causes.cypher
var RecordFactorCauses Statement

// RecordFactorEnables writes links between factors of this relation as they are given, new or not.
//
//go:embed causal/record_factor_enables.cypher
var RecordFactorEnables Statement

// RecordFactorPrevents writes links between factors of this relation as they are given, new or not.
//
//go:embed causal/record_factor_prevents.cypher
var RecordFactorPrevents Statement

// RecordFactorCorrelates writes links between factors without a direction as they are given, new or not: one relationship each way.
//
//go:embed causal/record_factor_correlates.cypher
var RecordFactorCorrelates Statement

// RemoveFactorLinks removes links between factors that nothing states any more.
//
//go:embed causal/remove_factor_links.cypher
var RemoveFactorLinks Statement
