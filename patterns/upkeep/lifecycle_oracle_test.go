package upkeep_test

import (
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/match"
	"github.com/causeway-memory/causeway/patterns/patternstest"
)

// counted counts the evidence of one pattern, judging episode by episode.
func (l *testProject) counted(key string, rule patterns.SuccessRule, days int) patterns.Figures {
	l.t.Helper()
	p := l.pattern(key)
	if rule == "" {
		rule = p.Rule
	}
	applied := map[string]episodic.Outcome{}
	l.must(l.store.ScanApplications(l.t.Context(), projectID, func(e patterns.Evidence) error {
		if e.Pattern == key {
			applied[e.Episode] = e.Applied.Outcome
		}
		return nil
	}))
	rules, err := l.store.GetRules(l.t.Context(), projectID)
	l.must(err)
	resolver := match.NewFactorResolver(rules)
	factors, err := l.store.StatesOf(l.t.Context(), projectID, []string{"system", "deploy"})
	l.must(err)
	var keys []string
	for _, f := range factors {
		keys = append(keys, f.Key())
	}
	var out patterns.Figures
	_, err = l.store.ScanEpisodes(l.t.Context(), projectID, keys, func(e patterns.EpisodeStates) error {
		told := patterns.Observed{Episode: e.Episode, Seen: e.Seen, Outcome: e.Outcome, Errors: e.Errors}
		for _, s := range e.States {
			told.Observations = append(told.Observations, contribution.Observation{Identity: factors[s.Factor].Identity, Order: s.Order})
		}
		h := resolver.Read(told).JudgeAny(p.Matches)
		stated, used := applied[e.Episode]
		if used {
			h = match.ResultTrial
		}
		v := rule.Verdict(e.Outcome, e.Errors, stated)
		from := l.clock.AddDate(0, 0, -days)
		if p.CountedFrom.After(from) {
			from = p.CountedFrom
		}
		if p.CountedFrom.IsZero() || !e.Seen.IsZero() && !e.Seen.Before(p.CountedFrom) {
			patternstest.Count(&out.All, h, v)
		}
		if !e.Seen.IsZero() && !e.Seen.Before(from) {
			patternstest.Count(&out.Window, h, v)
		}
		return nil
	})
	l.must(err)
	return out
}
