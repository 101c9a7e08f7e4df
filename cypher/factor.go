package cypher

import _ "embed" // the statements are files

// GetFactors answers: the factors of some keys.
//
//go:embed causal/get_factors.cypher
var GetFactors Statement

// GetVariables answers: the variables of some names.
//
//go:embed causal/get_variables.cypher
var GetVariables Statement

// FindFactorRanges answers: when the first and last episode that has each of some factors began.
//
//go:embed causal/find_factor_ranges.cypher
var FindFactorRanges Statement

// RecordFactors writes factors as they are given, new or not.
//
//go:embed causal/record_factors.cypher
var RecordFactors Statement

// RecordVariables writes variables as they are given, new or not.
//
//go:embed causal/record_variables.cypher
var RecordVariables Statement

// RemoveFactors removes factors that nothing refers to.
//
//go:embed causal/remove_factors.cypher
var RemoveFactors Statement

// RemoveVariables removes variables of which no episode tells.
//
//go:embed causal/remove_variables.cypher
var RemoveVariables Statement
