// Package index brings episodes to the search index and keeps it right: at once after a write, later
// from the backlog, and as a whole into a new generation when the recipe or the model changes.
//
// Its invariant: whatever fails half-way, the backlog in the store still names it. It imports
// episodic, chunk and lexis.
package index
