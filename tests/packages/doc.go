// Package packages builds the packages of examples/clients, the wheel with its source archive and the npm
// archive, for the tests that install them and for the release.
//
// The invariant: the same files give the same bytes, and nothing is written into the folders of the sources.
package packages
