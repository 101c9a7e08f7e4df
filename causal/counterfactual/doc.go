// Package counterfactual answers what would have been: had something not happened in an episode,
// would its outcome have been different? It answers structurally, from the episode's own links, and
// by the learned mechanisms, with bounds on the probability of causation.
//
// It imports the chapters up to effect.
package counterfactual
