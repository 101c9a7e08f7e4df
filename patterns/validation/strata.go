package validation

import (
	"context"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/evidence"
	"github.com/causeway-memory/causeway/patterns/match"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// maxCauses is the most links into what is done that a run reads.
const maxCauses = 20_000

// strata are the trials and the episodes compared with in the window, by the states of what is
// recorded to decide about the action. What decides about it may decide about success too: over all
// episodes the two cannot be told apart.
type strata struct {
	// variables are the recorded causes of the actions that no trigger holds fixed; those that few
	// episodes tell are not among them.
	variables []string
	tables    map[string]*statistics.Table
}

// readCauses finds what is recorded to decide about the actions of patterns. known is false when
// there is too much to be read.
func (s *Service) readCauses(ctx context.Context, project string, w match.FactorResolver, patterns []*Tallied) (known bool, err error) {
	var names []string
	for _, p := range patterns {
		for _, action := range evidence.Actions(p.Pattern, w) {
			names = append(names, action.Variable)
		}
	}
	if len(names) == 0 {
		return true, nil
	}
	links, more, err := s.factors.LinksInto(ctx, project, text.Sorted(names), maxCauses)
	if err != nil || more {
		return false, err
	}
	for _, l := range links {
		names = append(names, l.Source.Variable)
	}
	found, err := s.factors.ListVariables(ctx, project, text.Sorted(names))
	if err != nil {
		return false, err
	}
	recorded := make(map[string]factor.Variable, len(found))
	for _, v := range found {
		recorded[v.Name] = v
	}
	causes := map[string][]string{}
	for _, l := range links {
		if decides(l, recorded) {
			causes[l.Target.Variable] = append(causes[l.Target.Variable], l.Source.Variable)
		}
	}
	for _, p := range patterns {
		p.hold(w, causes)
	}
	return true, nil
}

// decides reports whether the source of a link decides about its target, and is known often enough
// to be held fixed: at least half as often as what it decides about. The outcome comes last and
// decides about nothing.
func decides(l link.FactorLink, recorded map[string]factor.Variable) bool {
	source := recorded[l.Source.Variable]
	return l.Relation != episodic.RelationCorrelates && source.Name != factor.VariableOutcome &&
		(source.Closed || 2*source.Recorded >= recorded[l.Target.Variable].Recorded)
}

// hold says what is held fixed for a pattern. What all of its matches name is fixed by them.
func (p *Tallied) hold(w match.FactorResolver, causes map[string][]string) {
	var all []string
	for _, m := range p.Matches {
		fixed := []string{w.Now(m.Action()).Variable}
		for _, t := range slices.Concat(m.Trigger, m.Then) {
			fixed = append(fixed, w.Now(t).Variable)
		}
		for _, name := range causes[fixed[0]] {
			if !slices.Contains(fixed, name) {
				all = append(all, name)
			}
		}
	}
	p.strata = strata{variables: text.Sorted(all), tables: map[string]*statistics.Table{}}
}

// add counts an episode in its stratum. One that does not tell what is held fixed is in none.
func (s *strata) add(r *match.Reading, h match.Result, v patterns.Verdict) {
	if len(s.variables) == 0 || v == patterns.VerdictUnknown || h != match.ResultTrial && h != match.ResultCompared {
		return
	}
	key, told := stratum(r, s.variables)
	if !told {
		return
	}
	t := s.tables[key]
	if t == nil {
		t = &statistics.Table{}
		s.tables[key] = t
	}
	side := &t.With
	if h == match.ResultCompared {
		side = &t.Without
	}
	side.N++
	if v == patterns.VerdictSupports {
		side.K++
	}
}

// stratum names the states of variables that came first; told is false where one is not known.
func stratum(r *match.Reading, variables []string) (key string, told bool) {
	var out strings.Builder
	for _, name := range variables {
		state, closed := r.Resolver.Absent[name]
		if states := r.States[name]; len(states) > 0 {
			first, _ := r.First(states)
			if first < 0 {
				return "", false
			}
			state = r.Factors[first].State
		} else if !closed {
			return "", false
		}
		out.WriteString(state)
		out.WriteByte(0)
	}
	return out.String(), true
}

// list returns the tables in the order of their names.
func (s *strata) list() []statistics.Table {
	out := make([]statistics.Table, 0, len(s.tables))
	for _, key := range SortedKeys(s.tables) {
		out = append(out, *s.tables[key])
	}
	return out
}
