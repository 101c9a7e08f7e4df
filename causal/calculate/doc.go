// Package calculate computes effects and counterfactuals in a model that the caller specifies with
// all its numbers. It reads no project.
//
// It imports episodic, estimation and inference.
package calculate
