// Package recall finds episodes again: by meaning and words, by failures and decisions like a
// present one, along shared links and references, and as a context for a task within a budget.
//
// Every hit carries the terms of its score, and k asked is k returned: filters apply before ranking.
// The package imports episodic, lexis, chunk and index.
package recall
