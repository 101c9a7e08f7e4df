// Package episodic holds the words for what happened: episodes with their decisions, events and
// outcomes, the references they mention, and the interfaces of the stores and indexes that keep them.
//
// It only declares; its chapters work. They are, each importing only those before it: lexis (words of
// a text), intake (a strict normal form of what is written), chunk (texts for search), index (chunks
// brought to the index), recall (finding episodes again), recording (writes), reading (plain reads),
// archive (copies and exports).
//
// The package imports the standard library and the package for problems.
package episodic
