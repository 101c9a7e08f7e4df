package validation

import (
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/match"
)

// tally counts in one pass over the episodes what each is to some patterns. An episode is held
// against the patterns of whose variables it tells something, and counted where it is not what one
// is that tells nothing of them. How many the others are follows from the totals.
type tally struct {
	world    match.FactorResolver
	factors  []factor.Identity
	patterns []*Tallied
	// concerned are the patterns that ask for the variable of a factor, both by their place.
	concerned [][]int
	// applied are the patterns that somebody applied, by the id of the episode.
	applied  map[string][]appliedAs
	episodes []ended
	// swift judges, and matches are those of the patterns, by their place.
	swift   *match.CompiledMatcher
	matches [][]match.CompiledMatch
	// rest is what an episode is to each pattern that tells nothing of its variables.
	rest []match.Result
	// silent are the patterns of which episodes that tell nothing are compared with, by their place,
	// where something is held fixed.
	silent []int
	// stamps has for each pattern the number of the episode that it was held against last.
	stamps []int
}

// appliedAs is the outcome that somebody recorded of a pattern, by its place.
type appliedAs struct {
	pattern int
	outcome episodic.Outcome
}

// ended is when an episode began and how it ended.
type ended struct {
	seen    time.Time
	outcome episodic.Outcome
	errors  bool
}

// Tallied is a pattern with what was counted of it.
type Tallied struct {
	patterns.Pattern
	Rule patterns.SuccessRule
	// From is where its window begins.
	From time.Time
	patterns.Figures
	// heldAll and heldWindow are all episodes that are counted one by one.
	heldAll, heldWindow outcomes
	// latest is when the last trial began; zero when no trial tells.
	latest time.Time
	strata strata
}

// outcomes is how many episodes of a known outcome there are, how many of them succeeded, and how
// many are not known.
type outcomes struct{ successes, known, unknown int }

func (o *outcomes) add(v patterns.Verdict) {
	switch v {
	case patterns.VerdictSupports:
		o.successes++
		o.known++
	case patterns.VerdictContradicts:
		o.known++
	default:
		o.unknown++
	}
}

func (o outcomes) without(other outcomes) outcomes {
	return outcomes{o.successes - other.successes, o.known - other.known, o.unknown - other.unknown}
}

// newTally prepares a pass; factors are all states of the variables that the patterns ask for.
func newTally(world match.FactorResolver, factors []factor.Identity, patternsValue []*Tallied, applied map[string][]appliedAs) *tally {
	s := &tally{
		world: world, factors: factors, patterns: patternsValue, applied: applied,
		concerned: make([][]int, len(factors)), stamps: make([]int, len(patternsValue)),
		swift: match.NewCompiledMatcher(world), matches: make([][]match.CompiledMatch, len(patternsValue)),
	}
	byVariable := map[string][]int{}
	silent := world.Read(patterns.Observed{})
	for i, p := range patternsValue {
		s.rest = append(s.rest, silent.JudgeAny(p.Matches))
		for _, m := range p.Matches {
			s.matches[i] = append(s.matches[i], s.swift.Compile(m))
		}
		for _, v := range world.Variables(p.Matches...) {
			byVariable[v] = append(byVariable[v], i)
		}
		if s.rest[i] == match.ResultCompared && len(p.strata.variables) > 0 {
			s.silent = append(s.silent, i)
		}
	}
	for i, f := range factors {
		s.concerned[i] = byVariable[f.Variable]
	}
	return s
}

// add counts one episode.
func (s *tally) add(e patterns.EpisodeStates) error {
	told := patterns.Observed{Episode: e.Episode, Seen: e.Seen, Outcome: e.Outcome, Errors: e.Errors}
	for _, state := range e.States {
		told.Observations = append(told.Observations, contribution.Observation{Identity: s.factors[state.Factor], Order: state.Order})
	}
	reading, end := s.world.Read(told), ended{e.Seen, e.Outcome, e.Errors}
	s.swift.Read(reading)
	s.episodes = append(s.episodes, end)
	number := len(s.episodes)
	for _, a := range s.applied[e.Episode] {
		s.stamps[a.pattern] = number
		s.patterns[a.pattern].count(end, match.ResultTrial, a.outcome)
		s.patterns[a.pattern].stratify(reading, match.ResultTrial, a.outcome)
	}
	for _, state := range e.States {
		for _, i := range s.concerned[state.Factor] {
			if s.stamps[i] == number {
				continue
			}
			s.stamps[i] = number
			h := s.swift.JudgeAny(reading, s.matches[i])
			if h != s.rest[i] {
				s.patterns[i].count(end, h, "")
			}
			s.patterns[i].stratify(reading, h, "")
		}
	}
	for _, i := range s.silent {
		if s.stamps[i] != number {
			s.patterns[i].stratify(reading, s.rest[i], "")
		}
	}
	return nil
}

// stratify counts an episode of the window in its stratum; stated is as in count.
func (p *Tallied) stratify(r *match.Reading, h match.Result, stated episodic.Outcome) {
	if Since(r.Seen, p.From) && Since(r.Seen, p.CountedFrom) {
		p.strata.add(r, h, p.Rule.Verdict(r.Outcome, r.Errors, stated))
	}
}

// count adds an episode; stated is the outcome that somebody
// recorded of an application in it.
func (p *Tallied) count(e ended, h match.Result, stated episodic.Outcome) {
	if !Since(e.seen, p.CountedFrom) {
		return
	}
	own := p.Rule.Verdict(e.outcome, e.errors, "")
	v := own
	if stated != "" {
		v = p.Rule.Verdict(e.outcome, e.errors, stated)
	}
	add(&p.All, h, v)
	p.heldAll.add(own)
	if h == match.ResultTrial && e.seen.After(p.latest) {
		p.latest = e.seen
	}
	if Since(e.seen, p.From) {
		add(&p.Window, h, v)
		p.heldWindow.add(own)
	}
}

// Since reports whether an episode began at that time or later; every one did when it is zero,
// also one of unknown time.
func Since(seen, from time.Time) bool {
	return from.IsZero() || !seen.IsZero() && !seen.Before(from)
}

// add counts an episode of that verdict as what it is to the pattern.
func add(c *patterns.Counted, h match.Result, v patterns.Verdict) {
	var one outcomes
	one.add(v)
	addAll(c, h, one)
}

func addAll(c *patterns.Counted, h match.Result, of outcomes) {
	switch h {
	case match.ResultTrial:
		c.Successes += of.successes
		c.Trials += of.known
		c.Unknown += of.unknown
	case match.ResultCompared:
		c.NullSuccesses += of.successes
		c.NullTrials += of.known
	case match.ResultNeither:
		c.OtherSuccesses += of.successes
		c.OtherTrials += of.known
	case match.ResultUnclear: // nobody knows on which side it is
	}
}

// settle counts the episodes that were not counted one by one.
func (s *tally) settle() {
	type period struct {
		rule patterns.SuccessRule
		from time.Time
	}
	totals := map[period]outcomes{}
	total := func(rule patterns.SuccessRule, from time.Time) outcomes {
		sum, known := totals[period{rule, from}]
		if !known {
			sum = s.total(rule, from)
			totals[period{rule, from}] = sum
		}
		return sum
	}
	for i, p := range s.patterns {
		addAll(&p.All, s.rest[i], total(p.Rule, p.CountedFrom).without(p.heldAll))
		addAll(&p.Window, s.rest[i], total(p.Rule, p.From).without(p.heldWindow))
	}
}

func (s *tally) total(rule patterns.SuccessRule, from time.Time) outcomes {
	var sum outcomes
	for _, e := range s.episodes {
		if Since(e.seen, from) {
			sum.add(rule.Verdict(e.outcome, e.errors, ""))
		}
	}
	return sum
}
