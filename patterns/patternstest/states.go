package patternstest

import (
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/match"
)

func Tell(c *patterns.Counted, h match.MatchResult, v patterns.Verdict) {
	known, success := 1, 0
	switch v {
	case patterns.VerdictSupports:
		success = 1
	case patterns.VerdictUnknown:
		known = 0
	}
	switch h {
	case match.ResultTrial:
		c.Trials, c.Successes, c.Unknown = c.Trials+known, c.Successes+success, c.Unknown+1-known
	case match.ResultCompared:
		c.NullTrials, c.NullSuccesses = c.NullTrials+known, c.NullSuccesses+success
	case match.ResultNeither:
		c.OtherTrials, c.OtherSuccesses = c.OtherTrials+known, c.OtherSuccesses+success
	}
}

// Factors reads "x=a y=b" as identities.
func Factors(text string) []factor.Identity {
	var out []factor.Identity
	for _, one := range strings.Fields(text) {
		variable, state, _ := strings.Cut(one, "=")
		out = append(out, factor.Identity{Variable: variable, State: state})
	}
	return out
}

// ToldOf reads "x=a@3 y=b" as what an episode tells; what follows @ is the order, ^ the first.
func ToldOf(text string) patterns.Observed {
	var t patterns.Observed
	for _, one := range strings.Fields(text) {
		factor, at, timed := strings.Cut(one, "@")
		o := contribution.Observation{Identity: Factors(factor)[0]}
		switch {
		case at == "^":
			o.Order = new(contribution.OrderFirst)
		case timed:
			o.Order = new(int64(at[0] - '0'))
		}
		t.Observations = append(t.Observations, o)
	}
	return t
}
