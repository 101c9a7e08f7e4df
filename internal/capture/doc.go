// Package capture takes execution events in while workflows run, and brings them to the engines.
//
// Its one invariant: an event that [Service.Capture] acknowledged is in the journal, and reaches the
// graph once, however often the process or an engine ends on the way. An engine that does not answer
// delays events and refuses none, until the journal is full.
//
//	Capture → journal (JOURNALED) → graph (APPLIED) → search index (INDEXED)
//
// The applier reads the journal in order and writes batches. It starts over whatever it does not know
// to be done, because writing an event twice changes nothing. An event that the graph refuses is set
// aside with the reason, and the rest goes on.
//
// It imports the journal, the ledger and the chapters of episodes. Package app starts it; the API
// calls it.
package capture
