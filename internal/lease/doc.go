// Package lease lets one of several instances do what only one may do at a time.
//
// A lease is an entry of the ledger that names its holder and until when it holds. While its
// holder works it is renewed; that of an instance that died is free after a [Term]. Who cannot
// renew it stops before others may take it.
//
// The invariant: as long as the clocks of the instances differ by less than a quarter of a
// [Term], no two of them work under one lease at the same time.
//
// The application takes one for what it does for a project from time to time.
package lease
