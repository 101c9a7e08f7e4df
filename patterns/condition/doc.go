// Package condition says where a pattern applies: conditions as data, the situation of a task that they
// are evaluated in, and what they are found by in an index.
//
// What a situation does not tell is unknown, neither true nor false. It imports episodic and the
// packages for problems and texts.
package condition
