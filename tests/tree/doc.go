// Package tree reads the files of the repository for tests: its Go files, pages and schema.
//
// The invariant: paths are told from the root of the repository, whatever package asks. It starts
// nothing but git; only tests import it.
package tree
