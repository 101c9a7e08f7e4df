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

// maxCauses limits the links into actions that a run reads.
const maxCauses = 20_000

// strata are the trials and comparisons of the window, stratified by the recorded causes of the
// action. Such causes may confound the action with success.
type strata struct {
	// variables are the recorded causes of the actions that no trigger fixes, without those that few
	// episodes observe.
	variables []string
	tables    map[string]*statistics.Table
}

// readCauses finds the recorded causes of the patterns' actions. known is false if there are too many
// to read.
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
		if confounds(l, recorded) {
			causes[l.Target.Variable] = append(causes[l.Target.Variable], l.Source.Variable)
		}
	}
	for _, p := range patterns {
		p.adjustFor(w, causes)
	}
	return true, nil
}

// confounds reports whether the source of a link may cause its target and is observed often enough to
// adjust for: at least half as often as the target. The outcome comes last and causes nothing.
func confounds(l link.FactorLink, recorded map[string]factor.Variable) bool {
	source := recorded[l.Source.Variable]
	return l.Relation != episodic.RelationCorrelates && source.Name != factor.VariableOutcome &&
		(source.Closed || 2*source.Recorded >= recorded[l.Target.Variable].Recorded)
}

// adjustFor chooses the adjustment variables of a pattern. Its matches already fix the variables that
// they name.
func (p *Tallied) adjustFor(w match.FactorResolver, causes map[string][]string) {
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

// add counts an episode in its stratum. It skips episodes that leave an adjustment variable unknown.
func (s *strata) add(r *match.Reading, h match.Result, v patterns.Verdict) {
	if len(s.variables) == 0 || v == patterns.VerdictUnknown || h != match.ResultTrial && h != match.ResultCompared {
		return
	}
	key, known := stratum(r, s.variables)
	if !known {
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

// stratum returns the stratum of an episode: the first states of the variables. known is false if one
// is unknown.
func stratum(r *match.Reading, variables []string) (key string, known bool) {
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

// list returns the tables ordered by stratum key.
func (s *strata) list() []statistics.Table {
	out := make([]statistics.Table, 0, len(s.tables))
	for _, key := range SortedKeys(s.tables) {
		out = append(out, *s.tables[key])
	}
	return out
}
