// Package doubt compares what a causal graph implies with the counts: which links seem to be missing, to
// point the wrong way, or to join what is independent.
//
// [Find] is a pure function of a sample and a graph, and proposes without changing either. The Service asks
// it of the graph of a project. The package imports model and the chapters before it, and the statistics
// of patterns.
package doubt
