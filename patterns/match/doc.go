// Package match holds patterns against episodes: whether an episode is a trial of a pattern, one to
// compare with, or neither.
//
// It imports patterns and, of causal, factor, contribution and layer.
package match
