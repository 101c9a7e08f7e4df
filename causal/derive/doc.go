// Package derive keeps the factor layer up to date: in the transaction of each write, after users'
// decisions, and completely when the derivation rules change.
//
// The layer does not depend on the order of the writes; a rebuild produces an identical one. The
// package imports episodic, factor, link, contribution and layer. Stores call [Derive] in their writes.
package derive
