// Package curate assesses the factor layer and suggests improvements: figures of quality with advice,
// factors to merge, groups that rules take for one, links that a stricter rule would hide.
//
// It changes nothing. It imports episodic, lexis, mask, factor, link, contribution and layer.
package curate
