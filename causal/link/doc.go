// Package link has links between factors: their counts and measures of strength, the rule that hides
// weak ones, the evidence behind them, and what people state by hand.
//
// A measure is a pure function of the counts. It imports episodic and factor.
package link
