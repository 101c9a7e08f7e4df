// Package storetest is the conformance suite of the engines: one suite for each interface that the
// domains declare.
//
// Every engine set runs all of it, from a conformance_test.go beside its adapter:
//
//	[RunStore]    recorded episodes are read back, revised, deleted and counted; states, models, stages
//	[RunLists]    lists and counts by attributes are those of a store that looks at every episode
//	[RunLinks]    links are drawn, and paths and traces follow them
//	[RunIndex]    chunks are found by their words and vectors, under every filter, in their generation
//	[RunFactors]  factors and their links are the sum of all contributions, after any sequence of writes
//	[RunPatterns] patterns, their evidence and histories follow every write
//	[RunMoving]   a project is listed at one moment, and histories are taken over from elsewhere
//	[RunLedger]   entries are kept, replaced by one of many writers, swept and purged
//	[RunExecution] execution events are found by workflow and context, counted, pruned and purged
//	[RunService]  the services give the same answers on a whole set
//
// Beside example cases, each suite has a property test: random sequences of [Command] go to the engine
// and to a naive in-memory model, and every answer must be the same. A failing sequence is shrunk and
// printed as a Go test, which [Replay] runs again. [RunCopy] copies from one set to another.
//
// The invariant: the model computes every answer by brute force, from the documented contract and the
// pure functions of the domain that prepare input (Prepare, Chunks). It shares none of the code that
// adapters share. Only tests import this package.
package storetest
