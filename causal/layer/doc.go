// Package layer reads the factor layer: its factors, links, evidence and rules, and what a name
// means.
//
// Reader is the port that stores implement, made of roles. The package imports episodic, factor, link
// and contribution.
package layer
