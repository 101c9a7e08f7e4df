// Package schemachange compares two versions of the GraphQL schema. Its one invariant: when it
// finds nothing, every operation that was valid against the older one is valid against the
// newer one, and no answer lacks what its client could rely on.
//
// The tests call [Breaking] with the schema of the last release and the present one.
package schemachange
