package cli

import _ "embed" // The queries below are files.

//go:embed queries/path.graphql
var pathQuery string

//go:embed queries/recall.graphql
var recallQuery string

//go:embed queries/sequence.graphql
var sequenceQuery string

//go:embed queries/context.graphql
var contextQuery string

//go:embed queries/causes.graphql
var causesQuery string

//go:embed queries/effects.graphql
var effectsQuery string

//go:embed queries/failures.graphql
var failuresQuery string

//go:embed queries/decisions.graphql
var decisionsQuery string

//go:embed queries/projects.graphql
var projectsQuery string

//go:embed queries/why.graphql
var whyQuery string

//go:embed queries/causes_of.graphql
var causesOfQuery string

//go:embed queries/effects_of.graphql
var effectsOfQuery string
