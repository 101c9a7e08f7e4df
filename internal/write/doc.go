// Package write puts the steps of a write in order: plan it, apply it, derive the factor layer,
// bring the evidence of patterns up to date. All of it happens in one transaction, or, in a store that is
// [Deferring], the last two steps in another one, before anybody reads what follows from them.
//
// Stores implement the steps as [Store], [Tx] and [Layer], and call the functions of this package
// from the methods that write. The package decides; a store looks up and keeps.
package write
