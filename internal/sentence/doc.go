// Package sentence reads a sentence model from its files: the settings, the vocabulary and where the weights lie. It turns a
// text into the numbers of its pieces, and the model into a graph that a runtime can compute; it computes nothing itself.
//
// Its one invariant is that the graph is the network that the settings describe, over the weights in the file: a tensor that is missing, of
// another shape or outside of the file is an error before anything runs.
//
// The program causeway-model calls it, and package sentence/install checks with it what was installed.
package sentence
