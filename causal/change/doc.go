// Package change says why a rate changed from one period to another: how much of the change each mechanism of the
// causal graph carries, and each input that depends on nothing.
//
// [Attribute] is a pure function of two samples and a graph; the parts that it gives add up to the change. The Service
// asks it of two periods of a project. The package imports model and the chapters before it.
package change
