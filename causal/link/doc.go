// Package link defines the edges of the factor layer: their counts and measures of strength, the
// rule that hides weak ones, the episodes behind them, and statements made by users.
//
// A measure is a pure function of the counts. The package imports episodic and factor.
package link
