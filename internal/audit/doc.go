// Package audit records who removed, brought back or merged what, when, and how many, and lists it.
//
// Its invariant: an entry names keys and counts, and no content, so that it may outlive a purge of what it is about;
// it is committed in the transaction of the change, so that neither is there without the other.
//
// It imports internal/ledger, which the stores implement. The resolvers and package app call it around what they
// change; internal/moving exports and takes entries.
package audit
