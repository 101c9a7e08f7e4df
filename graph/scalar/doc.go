// Package scalar writes and reads the scalars of the GraphQL schema. Its one invariant:
// what it writes, it reads back as the same value; an unknown time is null, never a date.
//
// The generated code calls it in pairs, Marshal and Unmarshal.
package scalar
