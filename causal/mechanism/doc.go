// Package mechanism shows what a model learned about one variable: the counts by the states of its
// parents beside what the fit expects.
//
// It imports episodic, factor, link, layer, estimation and model.
package mechanism
