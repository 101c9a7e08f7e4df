// Package intake brings an episode into the strict normal form that stores keep, or says everything
// that is wrong with it, and plans what a write changes.
//
// Its functions are pure: the same episode gives the same bytes and the same hash on every engine. It
// imports episodic, lexis and the package for problems. Stores and the recording service call it.
package intake
