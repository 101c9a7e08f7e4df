// Package model learns a causal model of a project from its factor layer: the graph of variables, and
// how each comes about from its parents.
//
// The same layer gives the same model. It imports factor, link, layer, estimation and inference.
package model
