// Package calculate answers effects and counterfactuals of a model that the caller states with all its
// numbers: no project is read.
//
// It imports episodic, estimation and inference.
package calculate
