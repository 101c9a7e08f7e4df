package patterns_test

import (
	"maps"
	"math"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// wanted is what is known of a pattern by those who made it: the oracle counts by nothing else.
type wanted struct {
	matches []patterns.Match
	rule    patterns.SuccessRule
	from    time.Time
	applied map[string]patterns.Application
}

// oracle says from the raw episodes what a pattern's evidence and counts are, in the plainest way.
func (m *memory) oracle(key string, want wanted) ([]patterns.Evidence, patterns.Counts, time.Time) {
	var rows []patterns.Evidence
	var counts patterns.Counts
	var used time.Time
	for _, id := range slices.Sorted(maps.Keys(m.raw)) {
		e := m.raw[id]
		row := patterns.Evidence{Pattern: key, Episode: id, Seen: e.seen}
		row.Observed = slices.ContainsFunc(want.matches, func(match patterns.Match) bool { return m.trial(match, e) })
		stated := episodic.Outcome("")
		if a, applied := want.applied[id]; applied {
			row.Applied, stated = &a, a.Outcome
			if a.At.After(used) {
				used = a.At
			}
		}
		if !row.Observed && row.Applied == nil {
			continue
		}
		row.Verdict = spoken(want.rule, e, stated)
		row.Counted = want.from.IsZero() || !e.seen.IsZero() && e.seen.Compare(want.from) >= 0
		rows = append(rows, row)
		if row.Counted {
			tallied(&counts, row)
		}
	}
	return rows, counts, used
}

func tallied(c *patterns.Counts, row patterns.Evidence) {
	*map[patterns.Verdict]*int{
		patterns.VerdictSupports: &c.Successes, patterns.VerdictContradicts: &c.Failures, patterns.VerdictUnknown: &c.Unknown,
	}[row.Verdict]++
	if row.Applied == nil {
		return
	}
	c.Applications++
	if saved := row.Applied.TimeSaved; saved != nil {
		c.Time = patterns.Saving{Sum: c.Time.Sum + *saved, N: c.Time.N + 1}
	}
	if saved := row.Applied.CostSaved; saved != nil {
		c.Cost = patterns.Saving{Sum: c.Cost.Sum + *saved, N: c.Cost.N + 1}
	}
}

// spoken is the verdict as the table of the rules has it.
func spoken(rule patterns.SuccessRule, e rawEpisode, stated episodic.Outcome) patterns.Verdict {
	const yes, no, unknown = patterns.VerdictSupports, patterns.VerdictContradicts, patterns.VerdictUnknown
	partial := map[patterns.SuccessRule]patterns.Verdict{
		patterns.RuleSuccess: no, patterns.RuleWithoutPartial: unknown, patterns.RuleNoFailure: yes, patterns.RuleNoError: yes,
	}[rule]
	table := map[episodic.Outcome]patterns.Verdict{
		episodic.OutcomeSuccess: yes, episodic.OutcomePartial: partial, episodic.OutcomeFailure: no, episodic.OutcomeUnknown: unknown,
	}
	switch {
	case stated != "":
		return table[stated]
	case rule == patterns.RuleNoError:
		return map[bool]patterns.Verdict{false: yes, true: no}[e.errors]
	default:
		return table[e.outcome]
	}
}

// end is the factor that one is taken for.
func (m *memory) end(i causal.Identity) causal.Identity {
	for again := true; again; {
		again = false
		for _, merge := range m.rules.Merges {
			if merge.From == i {
				i, again = merge.Into, true
			}
		}
	}
	return i
}

// times are when an episode has each factor after merges; one without a time has NaN.
func (m *memory) times(e rawEpisode) map[causal.Identity]float64 {
	out := map[causal.Identity]float64{}
	for _, s := range e.states {
		factor, at := m.end(s.Identity), math.NaN()
		if s.order != nil {
			at = float64(*s.order)
		}
		if old, known := out[factor]; known && !math.IsNaN(old) {
			at = math.Min(old, cmpNaN(at, old))
		}
		out[factor] = at
	}
	return out
}

func cmpNaN(at, instead float64) float64 {
	if math.IsNaN(at) {
		return instead
	}
	return at
}

// trial reports whether the trigger held and the action was taken, as is certain.
func (m *memory) trial(match patterns.Match, e rawEpisode) bool {
	at := m.times(e)
	for i, step := range match.Then {
		when, told := at[m.end(step)]
		if !told || len(match.Then) > 1 && math.IsNaN(when) || i > 0 && !(when > at[m.end(match.Then[i-1])]) {
			return false
		}
	}
	begin := m.end(match.Then[0])
	if len(match.Then) == 1 {
		for other, when := range at {
			sooner := at[begin] < when || at[begin] == float64(causal.OrderFirst) && math.IsNaN(when)
			if other.Variable == begin.Variable && other != begin && !sooner {
				return false
			}
		}
	}
	return !slices.ContainsFunc(match.Trigger, func(t causal.Identity) bool {
		if when, told := at[m.end(t)]; told {
			return when > at[begin]
		}
		return !m.missing(m.end(t), at)
	})
}

// missing reports whether a factor holds because nothing is told of a closed variable.
func (m *memory) missing(factor causal.Identity, at map[causal.Identity]float64) bool {
	return slices.ContainsFunc(m.rules.Closed, func(c causal.Closed) bool {
		for told := range at {
			if told.Variable == c.Variable {
				return false
			}
		}
		return m.end(causal.Identity{Variable: c.Variable, State: c.AbsentState}) == factor
	})
}
