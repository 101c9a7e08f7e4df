// Package archive copies whole histories of episodes between stores and exports them as lines that
// can be imported again.
//
// A copy is exact, including revisions, times, deletions and reads, or it is refused. The package
// imports episodic and intake.
package archive
