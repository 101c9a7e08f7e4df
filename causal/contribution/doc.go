// Package contribution says what one episode adds to the factor layer, under the rules that people
// made: which factors it has, which variables it records, which links it supports.
//
// Contribute is a pure function; the layer is the sum of all contributions. It imports episodic, mask,
// factor and link.
package contribution
