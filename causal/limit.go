package causal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

func (f Follow) withDefaults() Follow {
	if len(f.Relations) == 0 {
		f.Relations = episodic.CausalRelations()
	}
	if len(f.Bases) == 0 {
		f.Bases = episodic.Bases()
	}
	return f
}

func (f Follow) problems() []episodic.Problem {
	var out []episodic.Problem
	for i, r := range f.Relations {
		if !slices.Contains(episodic.Relations(), r) {
			out = append(out, invalid(fmt.Sprintf("relations[%d]", i), "%q is no relation", r))
		}
	}
	for i, b := range f.Bases {
		if !slices.Contains(episodic.Bases(), b) {
			out = append(out, invalid(fmt.Sprintf("bases[%d]", i), "%q is no basis", b))
		}
	}
	return out
}

func (q PathQuestion) withDefaults() PathQuestion {
	if q.Mode == "" {
		q.Mode = ModeShortest
	}
	if q.MaxDepth == 0 {
		q.MaxDepth = DefaultDepth
	}
	if q.Limit == 0 {
		q.Limit = MaxPaths
	}
	q.From, q.To = strings.TrimSpace(q.From), strings.TrimSpace(q.To)
	q.Follow = q.Follow.withDefaults()
	return q
}

func (q PathQuestion) validate() error {
	problems := q.Follow.problems()
	if q.From == "" {
		problems = append(problems, invalid("from", "name the occurrence by its key or part of its label"))
	}
	if q.To == "" {
		problems = append(problems, invalid("to", "name the occurrence by its key or part of its label"))
	}
	ceiling := MaxShortestDepth
	switch q.Mode {
	case ModeShortest, ModeAllShortest:
	case ModeAllSimple:
		ceiling = MaxSimpleDepth
	default:
		problems = append(problems, invalid("mode", "%q is no mode", q.Mode))
	}
	if q.MaxDepth < 1 || q.MaxDepth > ceiling {
		problems = append(problems, invalid("max_depth", "%d is not from 1 to %d, the most links of mode %s", q.MaxDepth, ceiling, q.Mode))
	}
	if q.Limit < 1 || q.Limit > MaxPaths {
		problems = append(problems, invalid("limit", "%d is not from 1 to %d", q.Limit, MaxPaths))
	}
	return failed(problems)
}

func (q TraceQuestion) withDefaults() TraceQuestion {
	if q.MaxDepth == 0 {
		q.MaxDepth = MaxShortestDepth
	}
	if q.Page.Limit == 0 {
		q.Page.Limit = episodic.DefaultPage
	}
	q.Follow = q.Follow.withDefaults()
	return q
}

func (q TraceQuestion) validate() error {
	problems := q.Follow.problems()
	if q.Direction != Upstream && q.Direction != Downstream {
		problems = append(problems, invalid("direction", "%q is no direction", q.Direction))
	}
	if q.MaxDepth < 1 || q.MaxDepth > MaxShortestDepth {
		problems = append(problems, invalid("max_depth", "%d is not from 1 to %d", q.MaxDepth, MaxShortestDepth))
	}
	return failed(problems)
}

func failed(problems []episodic.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	return &episodic.InvalidError{Problems: problems}
}

func invalid(path, format string, args ...any) episodic.Problem {
	return episodic.Problem{Path: path, Code: episodic.CodeInvalid, Message: fmt.Sprintf(format, args...)}
}
