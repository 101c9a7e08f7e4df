// Package graph holds the GraphQL contract: the schema, and the configuration that the
// generator reads. Its one invariant: schema.graphqls is the only place where the
// contract is written; everything in graph/generated and models_gen.go follows from it.
//
// Resolvers are written by hand in graph/resolvers. The command line and the tests read
// [Schema].
package graph

import _ "embed"

//go:generate go tool gqlgen generate --config gqlgen.yml
//go:generate go run ./generate generated/generated.go

// Schema is the text of the contract.
//
//go:embed schema.graphqls
var Schema string
