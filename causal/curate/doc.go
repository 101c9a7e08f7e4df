// Package curate says how good the factor layer is and what would make it better: figures of quality
// with advice, factors that may be one, links that a stricter rule would hide.
//
// It changes nothing. It imports episodic, lexis, factor, link, contribution and layer.
package curate
