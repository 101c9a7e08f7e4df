// Package effect estimates what an action leads to: the probability of an outcome under an
// intervention, with intervals and evidence.
//
// An effect that the data cannot identify has a status that says so and no numbers. It imports the
// chapters up to model.
package effect
