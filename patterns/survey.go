package patterns

import (
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// survey counts in one pass over the episodes what each is to some patterns. An episode is held
// against the patterns of whose variables it tells something, and counted where it is not what one
// is that tells nothing of them. How many the others are follows from the totals.
type survey struct {
	world    World
	factors  []causal.Identity
	patterns []*surveyed
	// concerned are the patterns that ask for the variable of a factor, both by their place.
	concerned [][]int
	// applied are the patterns that somebody applied, by the id of the episode.
	applied  map[string][]appliedAs
	episodes []ended
	// swift judges, and matches are those of the patterns, by their place.
	swift   *swift
	matches [][]swiftMatch
	// rest is what an episode is to each pattern that tells nothing of its variables.
	rest []Holding
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

// surveyed is a pattern with what was counted of it.
type surveyed struct {
	Pattern
	rule SuccessRule
	// from is where its window begins.
	from time.Time
	Figures
	// heldAll and heldWindow are all episodes that are counted one by one.
	heldAll, heldWindow outcomes
	// latest is when the last trial began; zero when no trial tells.
	latest time.Time
	strata strata
}

// outcomes is how many episodes of a known outcome there are, how many of them succeeded, and how
// many are not known.
type outcomes struct{ successes, known, unknown int }

func (o *outcomes) add(v Verdict) {
	switch v {
	case VerdictSupports:
		o.successes++
		o.known++
	case VerdictContradicts:
		o.known++
	default:
		o.unknown++
	}
}

func (o outcomes) without(other outcomes) outcomes {
	return outcomes{o.successes - other.successes, o.known - other.known, o.unknown - other.unknown}
}

// newSurvey prepares a pass; factors are all states of the variables that the patterns ask for.
func newSurvey(world World, factors []causal.Identity, patterns []*surveyed, applied map[string][]appliedAs) *survey {
	s := &survey{
		world: world, factors: factors, patterns: patterns, applied: applied,
		concerned: make([][]int, len(factors)), stamps: make([]int, len(patterns)),
		swift: newSwift(world), matches: make([][]swiftMatch, len(patterns)),
	}
	byVariable := map[string][]int{}
	silent := world.Read(Told{})
	for i, p := range patterns {
		s.rest = append(s.rest, silent.JudgeAny(p.Matches))
		for _, m := range p.Matches {
			s.matches[i] = append(s.matches[i], s.swift.compile(m))
		}
		for _, v := range world.Variables(p.Matches...) {
			byVariable[v] = append(byVariable[v], i)
		}
		if s.rest[i] == HoldingCompared && len(p.strata.variables) > 0 {
			s.silent = append(s.silent, i)
		}
	}
	for i, f := range factors {
		s.concerned[i] = byVariable[f.Variable]
	}
	return s
}

// add counts one episode.
func (s *survey) add(e EpisodeStates) error {
	told := Told{Episode: e.Episode, Seen: e.Seen, Outcome: e.Outcome, Errors: e.Errors}
	for _, state := range e.States {
		told.Observations = append(told.Observations, causal.Observation{Identity: s.factors[state.Factor], Order: state.Order})
	}
	reading, end := s.world.Read(told), ended{e.Seen, e.Outcome, e.Errors}
	s.swift.read(reading)
	s.episodes = append(s.episodes, end)
	number := len(s.episodes)
	for _, a := range s.applied[e.Episode] {
		s.stamps[a.pattern] = number
		s.patterns[a.pattern].count(end, HoldingTrial, a.outcome)
		s.patterns[a.pattern].stratify(reading, HoldingTrial, a.outcome)
	}
	for _, state := range e.States {
		for _, i := range s.concerned[state.Factor] {
			if s.stamps[i] == number {
				continue
			}
			s.stamps[i] = number
			h := s.swift.judgeAny(reading, s.matches[i])
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
func (p *surveyed) stratify(r *Reading, h Holding, stated episodic.Outcome) {
	if since(r.Seen, p.from) && since(r.Seen, p.CountedFrom) {
		p.strata.add(r, h, p.rule.Verdict(r.Outcome, r.Errors, stated))
	}
}

// count adds an episode; stated is the outcome that somebody
// recorded of an application in it.
func (p *surveyed) count(e ended, h Holding, stated episodic.Outcome) {
	if !since(e.seen, p.CountedFrom) {
		return
	}
	own := p.rule.Verdict(e.outcome, e.errors, "")
	v := own
	if stated != "" {
		v = p.rule.Verdict(e.outcome, e.errors, stated)
	}
	p.All.add(h, v)
	p.heldAll.add(own)
	if h == HoldingTrial && e.seen.After(p.latest) {
		p.latest = e.seen
	}
	if since(e.seen, p.from) {
		p.Window.add(h, v)
		p.heldWindow.add(own)
	}
}

// since reports whether an episode began at that time or later; every one did when it is zero,
// also one of unknown time.
func since(seen, from time.Time) bool {
	return from.IsZero() || !seen.IsZero() && !seen.Before(from)
}

// add counts an episode of that verdict as what it is to the pattern.
func (c *Counted) add(h Holding, v Verdict) {
	var one outcomes
	one.add(v)
	c.addAll(h, one)
}

func (c *Counted) addAll(h Holding, of outcomes) {
	switch h {
	case HoldingTrial:
		c.Successes += of.successes
		c.Trials += of.known
		c.Unknown += of.unknown
	case HoldingCompared:
		c.NullSuccesses += of.successes
		c.NullTrials += of.known
	case HoldingNeither:
		c.OtherSuccesses += of.successes
		c.OtherTrials += of.known
	case HoldingUnclear: // nobody knows on which side it is
	}
}

// settle counts the episodes that were not counted one by one.
func (s *survey) settle() {
	type period struct {
		rule SuccessRule
		from time.Time
	}
	totals := map[period]outcomes{}
	total := func(rule SuccessRule, from time.Time) outcomes {
		sum, known := totals[period{rule, from}]
		if !known {
			sum = s.total(rule, from)
			totals[period{rule, from}] = sum
		}
		return sum
	}
	for i, p := range s.patterns {
		p.All.addAll(s.rest[i], total(p.rule, p.CountedFrom).without(p.heldAll))
		p.Window.addAll(s.rest[i], total(p.rule, p.from).without(p.heldWindow))
	}
}

func (s *survey) total(rule SuccessRule, from time.Time) outcomes {
	var sum outcomes
	for _, e := range s.episodes {
		if since(e.seen, from) {
			sum.add(rule.Verdict(e.outcome, e.errors, ""))
		}
	}
	return sum
}
