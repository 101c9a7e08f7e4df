// Package intake normalizes episodes into the strict form that stores keep, reports every rule that
// an episode breaks, and plans what a write changes.
//
// Its functions are pure: the same episode has the same bytes and the same hash on every engine. It
// imports episodic, lexis and the package for problems. Stores and the recording service call it.
package intake
