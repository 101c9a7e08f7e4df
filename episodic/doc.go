// Package episodic is the domain of what happened: episodes with their decisions,
// events, outcomes, links and references; how they are validated, normalised,
// stored, found again and removed.
//
// Its one invariant: content is immutable. Recording an episode again with the same
// content changes nothing; with other content it adds a revision. Everything the
// package derives (hashes, references, chunks) is a pure function of that content.
//
// [Service] is the entry for callers (GraphQL resolvers, importers, the command line).
// [Store] and [Index] are the engines it needs, implemented by adapters. The package
// imports the standard library, a stemmer and Unicode normalisation; a clock is passed in.
package episodic
