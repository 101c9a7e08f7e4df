// Package derive keeps the factor layer up to date: in the transaction of each write, after decisions
// of people, and as a whole when its rules change.
//
// The layer is the same whatever the order of the writes; a rebuild gives the identical one. It
// imports episodic, factor, link, contribution and layer. Stores call [Derive] in their writes.
package derive
