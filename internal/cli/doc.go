// Package cli is the command line of causeway: one file per command.
//
// Its one invariant: commands parse, call one function of package app or engine, and print; they decide nothing.
// Results go to standard output, everything else to standard error.
package cli
