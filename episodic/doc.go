// Package episodic declares the types of episodic memory: episodes with their decisions, events and
// outcomes, the references they mention, and the interfaces of the stores and indexes that keep them.
//
// The behavior is in its subpackages, each of which imports only those before it: lexis (terms of a
// text), intake (validation and normalization), chunk (passages for search), index (keeping the index
// up to date), recall (search), recording (writes), reading (plain reads), archive (copies and exports).
//
// The package imports the standard library and the package for problems.
package episodic
