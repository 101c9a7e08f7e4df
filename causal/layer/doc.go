// Package layer reads the factor layer: factors, links, evidence and rules, and resolves names to
// factors.
//
// Reader is the port that stores implement, made of role interfaces. The package imports episodic,
// factor, link, search and contribution.
package layer
