package cypher

import _ "embed" // the statements are files

// DropContributions takes what some of the episodes of a project have contributed out of the factor layer, and marks the present ones.
//
//go:embed causal/drop_contributions.cypher
var DropContributions Statement

// DropFactorLinks removes some of the links between factors of a project.
//
//go:embed causal/drop_factor_links.cypher
var DropFactorLinks Statement

// DropFactors removes some of the factors of a project.
//
//go:embed causal/drop_factors.cypher
var DropFactors Statement

// DropVariables removes some of the variables of a project.
//
//go:embed causal/drop_variables.cypher
var DropVariables Statement

// DropPlacements takes some of the statements of a project out of the factor layer; they stay.
//
//go:embed causal/drop_placements.cypher
var DropPlacements Statement

// SetDropped notes which removal of the factor layer of a project is at work, if any.
//
//go:embed causal/set_dropped.cypher
var SetDropped Statement

// PurgeFactors removes what people decided and stated about the factors of a project.
//
//go:embed causal/purge_factors.cypher
var PurgeFactors Statement
