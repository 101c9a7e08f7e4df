// Package recall finds episodes: by meaning and words, by similar failures and decisions, and
// along shared links and references.
//
// Every hit carries the terms of its score, and filters apply before ranking, so that asking for k
// returns k if there are as many. The package imports episodic, lexis, chunk and index.
package recall
