package patternstest

import (
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/match"
)

// Count adds one episode to counts: its result for the match and its verdict.
func Count(c *patterns.Counted, r match.Result, v patterns.Verdict) {
	known, success := 1, 0
	switch v {
	case patterns.VerdictSupports:
		success = 1
	case patterns.VerdictUnknown:
		known = 0
	}
	switch r {
	case match.ResultTrial:
		c.Trials, c.Successes, c.Unknown = c.Trials+known, c.Successes+success, c.Unknown+1-known
	case match.ResultCompared:
		c.NullTrials, c.NullSuccesses = c.NullTrials+known, c.NullSuccesses+success
	case match.ResultNeither:
		c.OtherTrials, c.OtherSuccesses = c.OtherTrials+known, c.OtherSuccesses+success
	}
}

// Factors parses "x=a y=b" as identities.
func Factors(text string) []factor.Identity {
	var out []factor.Identity
	for _, one := range strings.Fields(text) {
		variable, state, _ := strings.Cut(one, "=")
		out = append(out, factor.Identity{Variable: variable, State: state})
	}
	return out
}
