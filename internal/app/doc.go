// Package app puts causeway together: the only place where adapters meet.
//
//	write:  GraphQL mutation | importer → episodic.Service: Prepare → Store (graph commit = acknowledged) → Index
//	read:   GraphQL query → episodic | causal service → Store (cypher/) | Index (Weaviate)
//
// Its one invariant: whatever [Open] started, [App.Close] ends, in the opposite order.
package app
