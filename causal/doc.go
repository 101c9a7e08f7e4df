// Package causal names the chapters of why; it has no code of its own. They are, each importing only
// those before it:
//
//   - mask: templates of names
//   - factor: variables in a state
//   - link: links between factors, with their measures and evidence
//   - search: the words of searches over links
//   - contribution: what one episode adds to the factor layer
//   - layer: reading the factor layer
//   - trace: paths between occurrences
//   - derive: keeping the factor layer up to date
//   - paths: paths between factors
//   - curate: the quality of the layer, and suggestions
//   - inference, estimation: the numerics
//   - model: causal models learned from a project
//   - effect: what an action leads to
//   - decision: which option is best, and what a decision changed
//   - counterfactual: what would have been
//   - calculate: the same of a model that the caller states
package causal
