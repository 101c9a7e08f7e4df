// Package causal lists the packages of the causal domain; it contains no code. Each package imports
// only those listed before it:
//
//   - mask: templates of texts
//   - factor: variables in a state
//   - link: links between factors, with measures and evidence
//   - search: filters, steps and status of searches over links
//   - contribution: what one episode adds to the factor layer
//   - layer: reading the factor layer
//   - trace: paths between occurrences
//   - derive: keeping the factor layer up to date
//   - paths: paths between factors
//   - curate: the quality of the layer, and suggestions
//   - inference, estimation: the numerical methods
//   - model: causal models learned from a project
//   - effect: the effects of actions
//   - decision: the best option, and the impact of a decision
//   - counterfactual: what would have happened
//   - calculate: the same questions for a model that the caller specifies
package causal
