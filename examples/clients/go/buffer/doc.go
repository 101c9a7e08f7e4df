// Package buffer captures execution events in the loop of an agent without making it wait.
//
// Its one invariant: [Buffer.Capture] returns at once and never fails. It puts the event into a queue in memory; a
// goroutine sends what has gathered, at 50 events or after 250 ms. What cannot be sent is counted, not lost in
// silence: captured = sent + lost + waiting at every moment. With a spool file a crash of the agent loses nothing that Capture
// had returned for: the next buffer on that file sends it, and what was sent already is there once, because events have ids.
//
// It imports the standard library and a UUID. An agent in Go imports it.
package buffer
