// Package index writes episodes to the search index and keeps it correct: immediately after a
// write, later from the backlog, and as a whole into a new generation if the recipe or the model
// changes.
//
// Its invariant: whatever fails half-way, the backlog in the store still names it. It imports
// episodic, chunk and lexis.
package index
