// Package dataset has the recorded states of some variables in all episodes of a project, as read from the
// factor layer: one row for each episode, one column for each variable, with the times of the states.
//
// Its one invariant: a dataset is immutable. Adding rows or columns makes another one that shares what
// did not change.
package dataset
