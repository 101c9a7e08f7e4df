package validation

import (
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/match"
)

// tally counts trials and comparisons of many patterns in one pass over the episodes. It matches an
// episode only against the patterns whose variables it observes, and counts it one by one only if the
// result differs from that of an episode without observations. The totals give the number of the rest.
type tally struct {
	resolver match.FactorResolver
	factors  []factor.Identity
	patterns []*Tallied
	// concerned lists, by factor index, the indexes of the patterns that use the factor's variable.
	concerned [][]int
	// applied lists the applications by episode id.
	applied  map[string][]appliedAs
	episodes []ended
	// matcher judges matches, which are the compiled matches by pattern index.
	matcher *match.CompiledMatcher
	matches [][]match.CompiledMatch
	// rest is, by pattern index, the result for an episode without observations of its variables.
	rest []match.Result
	// silent are the indexes of the stratified patterns for which such an episode is a comparison.
	silent []int
	// stamps is, by pattern index, the number of the episode that was last matched against it.
	stamps []int
}

// appliedAs is the recorded outcome of an application of a pattern, given by its index.
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

// Tallied is a pattern with its counts.
type Tallied struct {
	patterns.Pattern
	Rule patterns.SuccessRule
	// From is the start of its window.
	From time.Time
	patterns.Figures
	// singlyAll and singlyWindow are the episodes that were counted one by one.
	singlyAll, singlyWindow outcomes
	// latest is when the last trial began; zero if unknown.
	latest time.Time
	strata strata
}

// outcomes counts the successes among the episodes with a known outcome, and those with an unknown one.
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

// newTally prepares a pass; factors are all states of the variables that the patterns use.
func newTally(resolver match.FactorResolver, factors []factor.Identity, all []*Tallied, applied map[string][]appliedAs) *tally {
	s := &tally{
		resolver: resolver, factors: factors, patterns: all, applied: applied,
		concerned: make([][]int, len(factors)), stamps: make([]int, len(all)),
		matcher: match.NewCompiledMatcher(resolver), matches: make([][]match.CompiledMatch, len(all)),
	}
	byVariable := map[string][]int{}
	silent := resolver.Read(patterns.Observed{})
	for i, p := range all {
		s.rest = append(s.rest, silent.JudgeAny(p.Matches))
		for _, m := range p.Matches {
			s.matches[i] = append(s.matches[i], s.matcher.Compile(m))
		}
		for _, v := range resolver.Variables(p.Matches...) {
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
	observed := patterns.Observed{Episode: e.Episode, Seen: e.Seen, Outcome: e.Outcome, Errors: e.Errors}
	for _, state := range e.States {
		observed.Observations = append(observed.Observations, contribution.Observation{Identity: s.factors[state.Factor], Order: state.Order})
	}
	reading, end := s.resolver.Read(observed), ended{e.Seen, e.Outcome, e.Errors}
	s.matcher.Read(reading)
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
			h := s.matcher.JudgeAny(reading, s.matches[i])
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

// count adds an episode; stated is the recorded outcome of an application in it, if any.
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
	p.singlyAll.add(own)
	if h == match.ResultTrial && e.seen.After(p.latest) {
		p.latest = e.seen
	}
	if Since(e.seen, p.From) {
		add(&p.Window, h, v)
		p.singlyWindow.add(own)
	}
}

// Since reports whether an episode began at that time or later; always true if from is zero.
func Since(seen, from time.Time) bool {
	return from.IsZero() || !seen.IsZero() && !seen.Before(from)
}

// add counts an episode by its result and verdict.
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
	case match.ResultUnclear: // it is unknown which group it belongs to
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
		addAll(&p.All, s.rest[i], total(p.Rule, p.CountedFrom).without(p.singlyAll))
		addAll(&p.Window, s.rest[i], total(p.Rule, p.From).without(p.singlyWindow))
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
