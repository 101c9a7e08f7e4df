package trace

import (
	"strings"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

func (q PathQuestion) withDefaults() PathQuestion {
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
		q.Limit = search.MaxPaths
	}
	q.From, q.To = strings.TrimSpace(q.From), strings.TrimSpace(q.To)
	q.Follow = q.Follow.WithDefaults()
	return q
}

func (q PathQuestion) validate() error {
	c := problem.Checker{Problems: q.Follow.Problems()}
	if q.From == "" {
		c.Invalid("from", "name the occurrence by its key or part of its label")
	}
	if q.To == "" {
		c.Invalid("to", "name the occurrence by its key or part of its label")
	}
	ceiling := search.MaxShortestDepth
	switch q.Mode {
	case ModeShortest, ModeAllShortest:
	case ModeAllSimple:
		ceiling = search.MaxSimpleDepth
	default:
		c.Invalid("mode", "%q is not a mode", q.Mode)
	}
	if q.MaxDepth < 1 || q.MaxDepth > ceiling {
		c.Invalid("max_depth", "%d is not from 1 to %d, the most links of mode %s", q.MaxDepth, ceiling, q.Mode)
	}
	if q.Limit < 1 || q.Limit > search.MaxPaths {
		c.Invalid("limit", "%d is not from 1 to %d", q.Limit, search.MaxPaths)
	}
	return c.Err()
}

func (q Question) withDefaults() Question {
	if q.MaxDepth == 0 {
		q.MaxDepth = search.MaxShortestDepth
	}
	if q.Page.Limit == 0 {
		q.Page.Limit = episodic.DefaultPage
	}
	q.Follow = q.Follow.WithDefaults()
	return q
}

func (q Question) validate() error {
	c := problem.Checker{Problems: q.Follow.Problems()}
	if q.Direction != search.Upstream && q.Direction != search.Downstream {
		c.Invalid("direction", "%q is not a direction", q.Direction)
	}
	if q.MaxDepth < 1 || q.MaxDepth > search.MaxShortestDepth {
		c.Invalid("max_depth", "%d is not from 1 to %d", q.MaxDepth, search.MaxShortestDepth)
	}
	return c.Err()
}
