// Package retraction takes out what turns out to be wrong, an episode, a link, a source or a statement, and brings it back.
//
// Its invariant: what it takes out it first writes down, so that whatever ends the process, a repeat completes the retraction and
// an undo brings all of it back; and before anything goes, the patterns that rest on it are no longer VALIDATED.
//
// It deletes and restores episodes, revises those that state a link, and removes and states statements as their own services
// do; there is no second way. What it wrote down is an entry of the ledger with keys, statements and recorded uses of patterns;
// a purge of an episode forgets it there first. It imports causal/{dependents,derive,link}, episodic, patterns,
// patterns/evidence and internal/{audit,ledger,problem,text}; the resolvers call it.
package retraction
