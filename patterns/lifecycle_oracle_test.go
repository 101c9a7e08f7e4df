package patterns_test

import (
	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// counted holds one pattern against one episode after the other.
func (l *life) counted(key string, rule patterns.SuccessRule, days int) patterns.Figures {
	l.t.Helper()
	p := l.pattern(key)
	if rule == "" {
		rule = p.Rule
	}
	applied := map[string]episodic.Outcome{}
	l.must(l.store.TellApplications(l.t.Context(), lived, func(e patterns.Evidence) error {
		if e.Pattern == key {
			applied[e.Episode] = e.Applied.Outcome
		}
		return nil
	}))
	rules, err := l.store.GetRules(l.t.Context(), lived)
	l.must(err)
	world := patterns.NewWorld(rules)
	factors, err := l.store.StatesOf(l.t.Context(), lived, []string{"system", "deploy"})
	l.must(err)
	var keys []string
	for _, f := range factors {
		keys = append(keys, f.Key())
	}
	var out patterns.Figures
	_, err = l.store.TellEpisodes(l.t.Context(), lived, keys, func(e patterns.EpisodeStates) error {
		told := patterns.Told{Episode: e.Episode, Seen: e.Seen, Outcome: e.Outcome, Errors: e.Errors}
		for _, s := range e.States {
			told.Observations = append(told.Observations, causal.Observation{Identity: factors[s.Factor].Identity, Order: s.Order})
		}
		h := world.Read(told).JudgeAny(p.Matches)
		stated, used := applied[e.Episode]
		if used {
			h = patterns.HoldingTrial
		}
		v := rule.Verdict(e.Outcome, e.Errors, stated)
		from := l.clock.AddDate(0, 0, -days)
		if p.CountedFrom.After(from) {
			from = p.CountedFrom
		}
		if p.CountedFrom.IsZero() || !e.Seen.IsZero() && !e.Seen.Before(p.CountedFrom) {
			tell(&out.All, h, v)
		}
		if !e.Seen.IsZero() && !e.Seen.Before(from) {
			tell(&out.Window, h, v)
		}
		return nil
	})
	l.must(err)
	return out
}

func tell(c *patterns.Counted, h patterns.Holding, v patterns.Verdict) {
	known, success := 1, 0
	switch v {
	case patterns.VerdictSupports:
		success = 1
	case patterns.VerdictUnknown:
		known = 0
	}
	switch h {
	case patterns.HoldingTrial:
		c.Trials, c.Successes, c.Unknown = c.Trials+known, c.Successes+success, c.Unknown+1-known
	case patterns.HoldingCompared:
		c.NullTrials, c.NullSuccesses = c.NullTrials+known, c.NullSuccesses+success
	case patterns.HoldingNeither:
		c.OtherTrials, c.OtherSuccesses = c.OtherTrials+known, c.OtherSuccesses+success
	}
}
