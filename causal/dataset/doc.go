// Package dataset is a factor layer as a matrix: a row for each episode, a column for each variable,
// and in each cell the states that the episode records, in order of time as far as it is known.
//
// It imports factor, contribution and layer.
package dataset
