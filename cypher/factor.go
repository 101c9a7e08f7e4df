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

// ListDecided answers: which of some variables decisions are the states of.
//
//go:embed causal/list_decided.cypher
var ListDecided Statement

// FindFactorRanges answers: when the first and last episode that has each of some factors began.
//
//go:embed causal/find_factor_ranges.cypher
var FindFactorRanges Statement

// RemoveFactors removes factors that nothing refers to.
//
//go:embed causal/remove_factors.cypher
var RemoveFactors Statement

// RemoveVariables removes variables of which no episode tells.
//
//go:embed causal/remove_variables.cypher
var RemoveVariables Statement

// ListFactors answers: a page of the factors of a project by key.
//
//go:embed causal/list_factors.cypher
var ListFactors Statement

// CountFactors answers: how many factors of a project.
//
//go:embed causal/count_factors.cypher
var CountFactors Statement

// ListFactorsByLabel answers: a page, by key, of the factors with a text anywhere in their label.
//
//go:embed causal/list_factors_by_label.cypher
var ListFactorsByLabel Statement

// CountFactorsByLabel answers: how many factors with a text anywhere in their label.
//
//go:embed causal/count_factors_by_label.cypher
var CountFactorsByLabel Statement

// ListFactorsOfVariable answers: a page, by key, of the factors that are states of a variable.
//
//go:embed causal/list_factors_of_variable.cypher
var ListFactorsOfVariable Statement

// CountFactorsOfVariable answers: how many factors that are states of a variable.
//
//go:embed causal/count_factors_of_variable.cypher
var CountFactorsOfVariable Statement

// ListFactorsNamed answers: a page, by key, of the factors with a whole label.
//
//go:embed causal/list_factors_named.cypher
var ListFactorsNamed Statement

// CountFactorsNamed answers: how many factors with a whole label.
//
//go:embed causal/count_factors_named.cypher
var CountFactorsNamed Statement

// ListVariables answers: the variables of a project by name.
//
//go:embed causal/list_variables.cypher
var ListVariables Statement

// ListRecurringVariables answers: the variables that so many episodes record, or that somebody closed, by name.
//
//go:embed causal/list_recurring_variables.cypher
var ListRecurringVariables Statement

// CountVariables answers: how many variables a project has.
//
//go:embed causal/count_variables.cypher
var CountVariables Statement

// ListInstances answers: a page, by key, of the occurrences that are instances of a factor.
//
//go:embed causal/list_instances.cypher
var ListInstances Statement

// CountInstances answers: how many occurrences are instances of a factor.
//
//go:embed causal/count_instances.cypher
var CountInstances Statement
