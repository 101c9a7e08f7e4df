// Package level tells loaders when to read: when everything that runs for an operation waits
// for one of them. All keys of a level of the answer have been asked for then, on a fast
// machine and on a slow one. Its one invariant: nothing is read while a goroutine of the
// operation could still ask for a further key.
//
// The generated code starts its goroutines through this package, which program
// graph/generate sees to. Package resolvers registers what its loaders read.
package level
