// Package auth keeps API tokens and says who asks. Its one invariant: a token itself is
// nowhere but with its owner; the file holds its SHA-256, which is enough because a token
// has 256 random bits.
//
// A [File] is the tokens of one memory: [File.Create], [File.List] and [File.Revoke] change
// it safely beside other processes. A [Keeper] reads it for a running service and notices
// each change at the next request. Package httpapi asks the Keeper who sends a request,
// puts the [Principal] into the context and enforces it around every root field; without a
// Principal in the context authentication is off and all is allowed.
package auth
