package evidence_test

import (
	"maps"
	"math"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/patternstest"
)

// wanted is what is known of a pattern by those who made it: the oracle counts by nothing else.
type wanted struct {
	matches []patterns.Match
	rule    patterns.SuccessRule
	from    time.Time
	applied map[string]patterns.Application
}

// oracle says from the raw episodes what a pattern's evidence and counts are, in the plainest way.
func oracle(m *patternstest.Memory, key string, want wanted) ([]patterns.Evidence, patterns.Counts, time.Time) {
	var rows []patterns.Evidence
	var counts patterns.Counts
	var used time.Time
	for _, id := range slices.Sorted(maps.Keys(m.Raw)) {
		e := m.Raw[id]
		row := patterns.Evidence{Pattern: key, Episode: id, Seen: e.Seen}
		row.Observed = slices.ContainsFunc(want.matches, func(match patterns.Match) bool { return trial(m, match, e) })
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
		row.Counted = want.from.IsZero() || !e.Seen.IsZero() && e.Seen.Compare(want.from) >= 0
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
func spoken(rule patterns.SuccessRule, e patternstest.RawEpisode, stated episodic.Outcome) patterns.Verdict {
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
		return map[bool]patterns.Verdict{false: yes, true: no}[e.Errors]
	default:
		return table[e.Outcome]
	}
}

// end is the factor that one is taken for.
func end(m *patternstest.Memory, i factor.Identity) factor.Identity {
	for again := true; again; {
		again = false
		for _, merge := range m.RuleSet.Merges {
			if merge.From == i {
				i, again = merge.Into, true
			}
		}
	}
	return i
}

// times are when an episode has each factor after merges; one without a time has NaN.
func times(m *patternstest.Memory, e patternstest.RawEpisode) map[factor.Identity]float64 {
	out := map[factor.Identity]float64{}
	for _, s := range e.States {
		factor, at := end(m, s.Identity), math.NaN()
		if s.Order != nil {
			at = float64(*s.Order)
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
func trial(m *patternstest.Memory, match patterns.Match, e patternstest.RawEpisode) bool {
	at := times(m, e)
	for i, step := range match.Then {
		when, told := at[end(m, step)]
		if !told || len(match.Then) > 1 && math.IsNaN(when) || i > 0 && !(when > at[end(m, match.Then[i-1])]) {
			return false
		}
	}
	begin := end(m, match.Then[0])
	if len(match.Then) == 1 {
		for other, when := range at {
			sooner := at[begin] < when || at[begin] == float64(contribution.OrderFirst) && math.IsNaN(when)
			if other.Variable == begin.Variable && other != begin && !sooner {
				return false
			}
		}
	}
	return !slices.ContainsFunc(match.Trigger, func(t factor.Identity) bool {
		if when, told := at[end(m, t)]; told {
			return when > at[begin]
		}
		return !missing(m, end(m, t), at)
	})
}

// missing reports whether a factor holds because nothing is told of a closed variable.
func missing(m *patternstest.Memory, f factor.Identity, at map[factor.Identity]float64) bool {
	return slices.ContainsFunc(m.RuleSet.Closed, func(c contribution.Closed) bool {
		for told := range at {
			if told.Variable == c.Variable {
				return false
			}
		}
		return end(m, factor.Identity{Variable: c.Variable, State: c.AbsentState}) == f
	})
}
