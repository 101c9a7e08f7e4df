package patterns

import (
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal"
)

// united is the definition of several patterns as one: recognised by what any of them is
// recognised by, applicable where any of them is. What only one author can say, the first says.
func united(w World, first Pattern, of []Pattern) Definition {
	out := first.clone()
	keys := make([]string, len(of))
	applicability := make([]Applicability, len(of))
	var triggers, actions []string
	out.Matches, out.Related, out.Leads = nil, nil, nil
	for i, p := range of {
		keys[i], applicability[i] = p.Key, p.Applicability
		triggers, actions = append(triggers, p.Trigger), append(actions, p.Action)
		out.Matches = append(out.Matches, p.Matches...)
		out.Related, out.Leads = append(out.Related, p.Related...), append(out.Leads, p.Leads...)
		out.Guidance = out.Guidance.with(p.Guidance)
		if (out.Content == Content{}) {
			out.Content = p.Content.clone()
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
	out.Applicability = generalised(applicability)
	out.Related = distinct(out.Related, func(r Related) bool { return slices.Contains(keys, r.Pattern) })
	out.Leads = distinct(out.Leads, func(l Leads) bool { return l.Pattern != "" && slices.Contains(keys, l.Pattern) })
	return out
}

// oneSentence says several sentences as one, the first alone when that would be too long.
func oneSentence(first string, all []string) string {
	out := []string{first}
	for _, text := range all {
		if !slices.ContainsFunc(out, func(o string) bool { return bareWords(o) == bareWords(text) }) {
			out = append(out, text)
		}
	}
	if text := strings.Join(out, "; or: "); len(text) <= MaxSentence {
		return text
	}
	return first
}

// general leaves out matches that hold only where another one of them does: those of the same
// steps that ask for more.
func general(w World, matches []Match) []Match {
	var out []Match
	for i, m := range matches {
		covered := slices.ContainsFunc(matches[:i], func(o Match) bool { return o.covers(w, m) }) ||
			slices.ContainsFunc(matches[i+1:], func(o Match) bool { return o.covers(w, m) && !m.covers(w, o) })
		if !covered {
			out = append(out, m)
		}
	}
	return out
}

// covers reports whether the match holds wherever the other one does.
func (m Match) covers(w World, other Match) bool {
	taken := func(factors []causal.Identity) []causal.Identity { return each(factors, w.Now) }
	more := taken(other.Trigger)
	return slices.Equal(taken(m.Then), taken(other.Then)) &&
		!slices.ContainsFunc(taken(m.Trigger), func(t causal.Identity) bool { return !slices.Contains(more, t) })
}

// distinct returns a list without what is to go and without repetitions.
func distinct[T comparable](list []T, gone func(T) bool) []T {
	var out []T
	for _, one := range list {
		if !gone(one) && !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}

// with adds what another guidance says.
func (g Guidance) with(other Guidance) Guidance {
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
