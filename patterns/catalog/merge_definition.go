package catalog

import (
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/clone"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/match"
)

// united returns the definition of several patterns as one: it has the matches of all of them and
// applies where any of them does. What only one author can say is taken from the first.
func united(w match.FactorResolver, first patterns.Pattern, of []patterns.Pattern) patterns.Definition {
	out := first.Clone()
	keys := make([]string, len(of))
	applicability := make([]condition.Applicability, len(of))
	var triggers, actions []string
	out.Matches, out.Related, out.Leads = nil, nil, nil
	for i, p := range of {
		keys[i], applicability[i] = p.Key, p.Applicability
		triggers, actions = append(triggers, p.Trigger), append(actions, p.Action)
		out.Matches = append(out.Matches, p.Matches...)
		out.Related, out.Leads = append(out.Related, p.Related...), append(out.Leads, p.Leads...)
		out.Guidance = with(out.Guidance, p.Guidance)
		if (out.Content == patterns.Content{}) {
			out.Content = p.Content.Clone()
		}
		if out.Summary == "" {
			out.Summary = p.Summary
		}
		if out.Description == "" {
			out.Description = p.Description
		}
	}
	out.Trigger, out.Action = oneSentence(first.Trigger, triggers), oneSentence(first.Action, actions)
	out.Matches = general(w, out.Matches)
	out.Applicability = Generalize(applicability)
	out.Related = distinct(out.Related, func(r patterns.Related) bool { return slices.Contains(keys, r.Pattern) })
	out.Leads = distinctLeads(out.Leads, keys)
	return out
}

// oneSentence joins several sentences, or returns the first where that would be too long.
func oneSentence(first string, all []string) string {
	out := []string{first}
	for _, text := range all {
		if !slices.ContainsFunc(out, func(o string) bool { return patterns.BareWords(o) == patterns.BareWords(text) }) {
			out = append(out, text)
		}
	}
	if text := strings.Join(out, "; or: "); len(text) <= patterns.MaxSentence {
		return text
	}
	return first
}

// general drops matches that hold only where another one does: the same steps with more requirements.
func general(w match.FactorResolver, matches []patterns.Match) []patterns.Match {
	var out []patterns.Match
	for i, m := range matches {
		covered := slices.ContainsFunc(matches[:i], func(o patterns.Match) bool { return covers(o, w, m) }) ||
			slices.ContainsFunc(matches[i+1:], func(o patterns.Match) bool { return covers(o, w, m) && !covers(m, w, o) })
		if !covered {
			out = append(out, m)
		}
	}
	return out
}

// covers reports whether m holds wherever other does.
func covers(m patterns.Match, w match.FactorResolver, other patterns.Match) bool {
	taken := func(factors []factor.Identity) []factor.Identity { return clone.Slice(factors, w.Now) }
	more := taken(other.Trigger)
	return slices.Equal(taken(m.Then), taken(other.Then)) &&
		!slices.ContainsFunc(taken(m.Trigger), func(t factor.Identity) bool { return !slices.Contains(more, t) })
}

// distinct returns a list without repetitions and without the elements that gone selects.
func distinct[T comparable](list []T, gone func(T) bool) []T {
	var out []T
	for _, one := range list {
		if !gone(one) && !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}

// distinctLeads returns relations without repetitions and without those to the patterns of the keys.
func distinctLeads(list []patterns.Leads, keys []string) []patterns.Leads {
	var out []patterns.Leads
	for _, l := range list {
		if (l.Pattern == "" || !slices.Contains(keys, l.Pattern)) && !slices.ContainsFunc(out, l.Same) {
			out = append(out, l)
		}
	}
	return out
}

// with adds the contents of another guidance.
func with(g patterns.Guidance, other patterns.Guidance) patterns.Guidance {
	if g.When == "" {
		g.When = other.When
	}
	if g.How == "" {
		g.How = other.How
	}
	never := func(string) bool { return false }
	g.Benefits = distinct(slices.Concat(g.Benefits, other.Benefits), never)
	g.Risks = distinct(slices.Concat(g.Risks, other.Risks), never)
	g.Alternatives = distinct(slices.Concat(g.Alternatives, other.Alternatives), never)
	return g
}
