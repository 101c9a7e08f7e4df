// Package app puts causeway together. It is the only place where adapters meet.
//
//	write:  GraphQL mutation | importer → recording.Service: Prepare → Store (graph commit = acknowledged) → Index
//	read:   GraphQL query → a service of a chapter → Store (SQLite or Neo4j) | Index (FTS5 or Weaviate)
//
// Its one invariant: whatever [Open] started, [App.Close] ends, in the opposite order.
package app
