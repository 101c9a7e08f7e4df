package paths

import (
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
)

func (q Question) withDefaults() Question {
	if q.Mode == "" {
		q.Mode = ModeShortest
	}
	if q.MaxDepth == 0 {
		q.MaxDepth = search.MaxShortestDepth
		if q.Mode == ModeAllSimple {
			q.MaxDepth = search.DefaultDepth
		}
	}
	if q.Limit == 0 {
		q.Limit = q.Mode.DefaultLimit()
	}
	q.From, q.To = strings.TrimSpace(q.From), strings.TrimSpace(q.To)
	q.Follow = q.Follow.WithDefaults()
	q.Follow.Until = q.AsOf
	return q
}

// MaxBest is the maximum number of paths of ModeKBest.
const MaxBest = 100

func (q Question) validate() error {
	c := problem.Checker{Problems: append(q.Follow.Problems(), explain.BudgetProblems(q.Budget)...)}
	for _, end := range []struct{ path, name string }{{"from", q.From}, {"to", q.To}} {
		if end.name == "" {
			c.Invalid(end.path, "name the factor by its key, its label or part of it")
		}
	}
	if !slices.Contains(Modes(), q.Mode) {
		c.Invalid("mode", "%q is not a mode", q.Mode)
	}
	ceiling, most := search.MaxShortestDepth, search.MaxPaths
	switch q.Mode {
	case ModeAllSimple:
		ceiling = search.MaxSimpleDepth
	case ModeKBest:
		most = MaxBest
	}
	if q.MaxDepth < 1 || q.MaxDepth > ceiling {
		c.Invalid("max_depth", "%d is not from 1 to %d, the most links of mode %s", q.MaxDepth, ceiling, q.Mode)
	}
	if q.Limit < 1 || q.Limit > most {
		c.Invalid("limit", "%d is not from 1 to %d", q.Limit, most)
	}
	return c.Err()
}
