// Package recall finds episodes: by meaning and words, by similar failures and decisions, along
// shared links and references, and as the context of a task within a token budget.
//
// Every hit carries the terms of its score, and filters apply before ranking, so that asking for k
// returns k if there are as many. The package imports episodic, lexis, chunk and index.
package recall
