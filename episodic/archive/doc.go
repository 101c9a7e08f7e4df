// Package archive copies whole histories of episodes between stores and exports them as lines that
// can be imported again.
//
// A copy is exact or refused: revisions, times, deletions and reads. It imports episodic and intake.
package archive
