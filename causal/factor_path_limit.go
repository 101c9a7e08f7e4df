package causal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// A text that explains an answer has fewer tokens than its budget. The least one has room for
// the first line of every answer with its labels cut short.
const (
	DefaultBudget = 200
	LeastBudget   = 100
	MostBudget    = 2_000
)

func (f FactorFollow) withDefaults() FactorFollow {
	if len(f.Relations) == 0 {
		f.Relations = episodic.CausalRelations()
	}
	if len(f.Bases) == 0 {
		f.Bases = episodic.Bases()
	}
	if directed := f.directed(); f.InTime && len(directed) > 0 {
		f.Relations = directed
	}
	return f
}

// directed are the relations that have a direction. The others have no order in time either:
// walks that respect time leave them out.
func (f FactorFollow) directed() []episodic.Relation {
	return slices.DeleteFunc(slices.Clone(f.Relations), func(r episodic.Relation) bool { return r == episodic.RelationCorrelates })
}

func (f FactorFollow) problems() []episodic.Problem {
	out := Follow{Relations: f.Relations, Bases: f.Bases}.problems()
	if f.InTime && len(f.directed()) == 0 {
		out = append(out, invalid("in_time", "a link that correlates has no order in time; ask for other relations, or without in_time"))
	}
	if f.Shown != "" && !slices.Contains(ShowRules(), f.Shown) {
		out = append(out, invalid("shown", "%q is no rule", f.Shown))
	}
	if f.MinStrength != nil && (*f.MinStrength < 0 || *f.MinStrength > 1 || *f.MinStrength != *f.MinStrength) {
		out = append(out, invalid("min_strength", "%v is not from 0 to 1", *f.MinStrength))
	}
	return out
}

// Admits reports whether a link is followed.
func (f FactorFollow) Admits(l FactorLink) bool {
	if !slices.Contains(f.Relations, l.Relation) || l.Grade() < f.Shown.Grade() {
		return false
	}
	if !slices.ContainsFunc(l.Bases(), func(b episodic.Basis) bool { return slices.Contains(f.Bases, b) }) {
		return false
	}
	if f.MinStrength != nil && orNone(l.Weight()) < *f.MinStrength {
		return false
	}
	if f.InTime && l.Pair.Backward > l.Pair.Forward {
		return false
	}
	return f.Until.IsZero() || !l.FirstSeen.IsZero() && !l.FirstSeen.After(f.Until)
}

func (q FactorPathQuestion) withDefaults() FactorPathQuestion {
	if q.Mode == "" {
		q.Mode = FactorShortest
	}
	if q.MaxDepth == 0 {
		q.MaxDepth = MaxShortestDepth
		if q.Mode == FactorAllSimple {
			q.MaxDepth = DefaultDepth
		}
	}
	if q.Limit == 0 {
		q.Limit = q.Mode.DefaultLimit()
	}
	q.From, q.To = strings.TrimSpace(q.From), strings.TrimSpace(q.To)
	q.Follow = q.Follow.withDefaults()
	q.Follow.Until = q.AsOf
	return q
}

// MaxBest is the most paths that FactorKBest finds.
const MaxBest = 100

func (q FactorPathQuestion) validate() error {
	problems := append(q.Follow.problems(), budgetProblems(q.Budget)...)
	for _, end := range []struct{ path, name string }{{"from", q.From}, {"to", q.To}} {
		if end.name == "" {
			problems = append(problems, invalid(end.path, "name the factor by its key, its label or part of it"))
		}
	}
	if !slices.Contains(FactorModes(), q.Mode) {
		problems = append(problems, invalid("mode", "%q is no mode", q.Mode))
	}
	ceiling, most := MaxShortestDepth, MaxPaths
	switch q.Mode {
	case FactorAllSimple:
		ceiling = MaxSimpleDepth
	case FactorKBest:
		most = MaxBest
	}
	if q.MaxDepth < 1 || q.MaxDepth > ceiling {
		problems = append(problems, invalid("max_depth", "%d is not from 1 to %d, the most links of mode %s", q.MaxDepth, ceiling, q.Mode))
	}
	if q.Limit < 1 || q.Limit > most {
		problems = append(problems, invalid("limit", "%d is not from 1 to %d", q.Limit, most))
	}
	return failed(problems)
}

func budgetProblems(budget int) []episodic.Problem {
	if budget == 0 || budget >= LeastBudget && budget <= MostBudget {
		return nil
	}
	return []episodic.Problem{invalid("budget", "%s", fmt.Sprintf("%d is not from %d to %d tokens", budget, LeastBudget, MostBudget))}
}
