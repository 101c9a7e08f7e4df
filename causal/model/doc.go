// Package model learns a causal model of a project from its factor layer: the graph of variables,
// and the mechanism of each given its parents.
//
// Learn is a pure function of data; the Service reads the data and caches models. The same layer
// gives the same model. It imports factor, link, search, layer, estimation and
// inference.
package model
