// Package condition decides where a pattern applies: conditions as data, the situation of a task in
// which they are evaluated, and the index entries by which patterns are found.
//
// What a situation does not state is unknown, neither true nor false. The package imports episodic and
// the packages for problems and texts.
package condition
