package curate

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

const (
	// telling is the number of words from which a set of options says by itself what is decided, as "all
	// at once" and "one rack first" do, and "yes" and "no" do not.
	telling = 4
	// aboutSimilarity is the share of common words of what two decisions with other options are about.
	aboutSimilarity = .5
)

// decidedVariable is a variable that decisions without a name of their own decide.
type decidedVariable struct {
	name string
	// options is the set of options as words, sorted, the same in every decision; empty if they differ
	// or there are fewer than two.
	options []string
	// unnamed means that no decision says what it is about.
	unnamed bool
	// decisions is their number.
	decisions int
}

// decidedVariables reads the decisions of a project and returns their variables, by name.
func (s *Service) decidedVariables(ctx context.Context, project string, rules contribution.Rules) (map[string]*decidedVariable, error) {
	resolver := rules.Resolver()
	out := map[string]*decidedVariable{}
	query := episodic.OccurrenceQuery{Project: project, Filter: episodic.OccurrenceFilter{Kinds: []episodic.Kind{episodic.KindDecision}}}
	var ids []string
	for o, err := range episodic.Items(wholePage, func(page episodic.Page) ([]episodic.Occurrence, error) {
		query.Page = page
		return s.occurrences.ListOccurrences(ctx, query)
	}, func(o episodic.Occurrence) string { return o.Key }) {
		if err != nil {
			return nil, fmt.Errorf("list the decisions of %s: %w", project, err)
		}
		ids = append(ids, o.Episode)
	}
	for part := range slices.Chunk(text.Sorted(ids), episodesAtOnce) {
		episodes, err := s.occurrences.GetEpisodes(ctx, project, part)
		if err != nil {
			return nil, fmt.Errorf("read the decisions of %s: %w", project, err)
		}
		for _, e := range episodes {
			for _, d := range e.Episode.Decisions {
				if raw, ok := contribution.DecisionFactor(d); ok && d.Factor == "" {
					note(out, resolver.Apply(raw, cmp.Or(d.Chosen, d.Context, d.ID)).Variable, d)
				}
			}
		}
	}
	return out, nil
}

// episodesAtOnce is the number of episodes read in one statement.
const episodesAtOnce = 500

// note adds a decision to its variable.
func note(variables map[string]*decidedVariable, name string, d episodic.Decision) {
	options := optionWords(append(slices.Clone(d.Options), d.Chosen))
	unnamed := d.Context == "" || d.Context == d.Chosen
	v := variables[name]
	if v == nil {
		v = &decidedVariable{name: name, options: options, unnamed: unnamed}
		variables[name] = v
	}
	v.decisions++
	v.unnamed = v.unnamed && unnamed
	if !slices.Equal(v.options, options) {
		v.options = nil
	}
}

// optionWords returns options as sorted words, the set sorted; nil for fewer than two.
func optionWords(options []string) []string {
	out := make([]string, len(options))
	for i, o := range options {
		out[i] = stateWords(o)
	}
	if out = text.Sorted(slices.DeleteFunc(out, func(o string) bool { return o == "" })); len(out) < 2 {
		return nil
	}
	return out
}

// stateWords returns the words of a state in order, whatever their case, order and endings.
func stateWords(state string) string { return strings.Join(text.Sorted(maskedWords(state)), " ") }

// groupDecisions groups decisions with the same options that are about the same thing: each option of
// the one variable is the same option of the other.
func groupDecisions(decided map[string]*decidedVariable, factors []factor.Factor) []Group {
	states := map[string][]factor.Factor{}
	for _, f := range factors {
		if f.Kind() == factor.KindDecision {
			states[f.Variable] = append(states[f.Variable], f)
		}
	}
	sets := map[string][]*decidedVariable{}
	for _, name := range slices.Sorted(maps.Keys(decided)) {
		if v := decided[name]; len(v.options) > 0 && len(states[name]) > 0 {
			key := strings.Join(v.options, "\n")
			sets[key] = append(sets[key], v)
		}
	}
	var out []Group
	for _, key := range slices.Sorted(maps.Keys(sets)) {
		set := sets[key]
		slices.SortStableFunc(set, func(a, b *decidedVariable) int {
			return cmp.Or(compareBool(a.unnamed, b.unnamed), cmp.Compare(b.decisions, a.decisions))
		})
		for len(set) > 1 {
			into := set[0]
			same := slices.DeleteFunc(slices.Clone(set[1:]), func(v *decidedVariable) bool { return !sameDecision(into, v) })
			out = append(out, joinStates(into, same, states)...)
			set = slices.DeleteFunc(set[1:], func(v *decidedVariable) bool { return slices.Contains(same, v) })
		}
	}
	return out
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
}

// sameDecision reports whether two variables with the same options are about the same thing. Options
// that say by themselves what is decided need a word in common, others half of the words.
func sameDecision(a, b *decidedVariable) bool {
	speaking := len(strings.Fields(strings.Join(a.options, " "))) >= telling
	if speaking && (a.unnamed || b.unnamed) {
		return true
	}
	one, other := text.Sorted(maskedWords(a.name)), text.Sorted(maskedWords(b.name))
	if opposite(one, other) {
		return false
	}
	if speaking {
		return slices.ContainsFunc(one, func(w string) bool { return !strings.HasPrefix(w, "<") && slices.Contains(other, w) })
	}
	shared := 0
	for _, w := range one {
		if slices.Contains(other, w) {
			shared++
		}
	}
	return float64(shared) >= aboutSimilarity*float64(len(one)+len(other)-shared)
}

// joinStates returns one group for each option of the variables, if any of them changes.
func joinStates(into *decidedVariable, same []*decidedVariable, states map[string][]factor.Factor) []Group {
	if len(same) == 0 {
		return nil
	}
	of := map[string]*Group{}
	for _, f := range states[into.name] {
		if words := stateWords(f.State); of[words] == nil {
			of[words] = &Group{Rule: GroupSameOptions, Into: f.Identity}
		}
	}
	for _, v := range same {
		for _, f := range states[v.name] {
			words := stateWords(f.State)
			g := of[words]
			if g == nil {
				g = &Group{Rule: GroupSameOptions, Into: factor.Identity{Variable: into.name, State: f.State}}
				of[words] = g
			}
			g.From = append(g.From, f)
		}
	}
	reason := fmt.Sprintf("%d decisions between the same options (%s)", 1+len(same), strings.Join(into.options, "; "))
	var out []Group
	for _, words := range slices.Sorted(maps.Keys(of)) {
		if g := of[words]; len(g.From) > 0 {
			g.Reason = reason
			out = append(out, *g)
		}
	}
	return out
}
