// Package factor has the words of the factor layer: a factor is a variable in a state, with how often
// it occurred and how those episodes ended.
//
// A factor's key is a hash of its variable and state alone. It imports episodic and mask.
package factor
