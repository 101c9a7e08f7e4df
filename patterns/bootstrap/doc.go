// Package bootstrap tells an agent what to know at the start of a session, before there is a task:
// the latest failures, the patterns that hold, what fails, and the episodes whose outcome nobody told
// (seed 003; bootstrap_context).
//
// It imports episodic, explain, patterns and catalog.
package bootstrap
