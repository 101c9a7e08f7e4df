// Package factor defines the nodes of the factor layer: a factor is a variable in a state, with the
// number of episodes that have it and their outcomes.
//
// The key of a factor is a hash of its variable and state alone. The package imports episodic and
// the small packages.
package factor
