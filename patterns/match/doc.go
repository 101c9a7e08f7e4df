// Package match matches patterns against episodes: it decides whether an episode is a trial of a
// pattern, a comparison, or neither.
//
// It imports patterns and, from causal, factor, contribution and layer.
package match
