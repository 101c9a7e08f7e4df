// Package storetest is the conformance suite of the engines: one suite for each interface
// that the domains declare.
//
// Every engine set runs all of it, from a conformance_test.go beside its adapter:
//
//	[RunStore]    what is recorded is read back, revised, deleted and counted; states, models, stages
//	[RunLinks]    links are drawn, and paths and traces follow them
//	[RunIndex]    chunks are found by their words and vectors, under every filter, in their generation
//	[RunFactors]  factors and the links between them are what all episodes contribute, after any sequence of writes
//	[RunMoving]   what a project holds is listed at one moment, and taken over from elsewhere
//	[RunLedger]   what callers asked for is kept, changed by one of many, swept and purged
//	[RunService]  the services give the same answers on a whole set
//
// Beside example cases, each suite has a property test: random sequences of [Command] go to
// the engine and to a naive model in memory, and every answer must be the same. A sequence
// that fails is shrunk and printed as a Go test, which [Replay] runs again. [RunPair] gives
// the sequences to two sets and compares them without the model; [RunCopy] copies from one to
// the other.
//
// The invariant: the model computes every answer by brute force, from the documented contract
// and the pure functions of the domain that make input (Prepare, Chunks); it shares nothing
// of what adapters share. Only tests import this package.
package storetest
