// Package dependents answers what rests on an episode, on a link between two occurrences, on a source or on a statement: the
// factors, factor links and patterns that would be gone or counted otherwise without it, the statements that name it, and
// the later decisions that follow from it or apply a pattern that it is evidence of.
//
// Its one invariant: what it lists of factors, links and patterns is what taking the thing out changes, because that is how it
// is found. The same code that derives after a deletion runs in a transaction without the thing, which is then taken back.
//
// It imports episodic, causal/{factor,link,search,contribution,trace,derive}, patterns and patterns/evidence, and is called by
// the resolvers and by internal/retraction.
package dependents
