// Package program runs the binary of causeway for programs that measure it, and asks it over
// GraphQL as any client does.
//
// The invariant: it knows nothing of causeway but its command line, its addresses and its metrics.
package program
