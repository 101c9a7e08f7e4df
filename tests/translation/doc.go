// Package translation rewrites documents of clients of 0.1.0 by the table of the release notes, as who changes a client by that table does.
//
// The invariant: it knows nothing but the table. It imports a GraphQL parser; tests/rules holds what it writes against the schema, tests/api sends it.
package translation
