// Package mining searches observations of episodes for candidates of patterns: a trigger of up to two
// states and an action after which success is more or less frequent than without it, sequences of steps
// that end well, and what episodes that recover do after an error. It promotes a candidate only on a
// test that holds the recorded causes of the action fixed, and counts every candidate that it tested.
// It knows only numbers; the same input gives the same output.
package mining
