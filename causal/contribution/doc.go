// Package contribution computes what one episode adds to the factor layer under the rules of the
// project: its factors, the variables it records, the links it supports.
//
// Contribute is a pure function; the layer is the sum of all contributions. The package imports
// episodic, mask, factor and link.
package contribution
