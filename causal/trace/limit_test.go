package trace_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/google/go-cmp/cmp"
)

// paths returns the paths of the problems that an error lists. A question outside the
// limits never reaches a store, so the service needs none here.
func problemPaths(t *testing.T, err error) []string {
	t.Helper()
	var invalid *problem.InvalidError
	if !errors.As(err, &invalid) || !errors.Is(err, problem.ErrInvalid) {
		t.Fatalf("got %v, want an InvalidError", err)
	}
	var out []string
	for _, p := range invalid.Problems {
		if p.Code != problem.CodeInvalid || p.Message == "" {
			t.Errorf("problem %+v has no code or message", p)
		}
		out = append(out, p.Path)
	}
	return out
}

func TestService_Path_Refuses(t *testing.T) {
	cases := map[string]struct {
		why  string
		q    trace.PathQuestion
		want []string
	}{
		"no ends":          {why: "both ends have to be named", q: trace.PathQuestion{From: " "}, want: []string{"from", "to"}},
		"simple too deep":  {why: "all simple paths are bounded at 10", q: trace.PathQuestion{From: "a", To: "b", Mode: trace.ModeAllSimple, MaxDepth: 11}, want: []string{"max_depth"}},
		"too deep":         {why: "the ceiling of the statement is 100", q: trace.PathQuestion{From: "a", To: "b", MaxDepth: 101}, want: []string{"max_depth"}},
		"negative depth":   {why: "a depth counts links", q: trace.PathQuestion{From: "a", To: "b", MaxDepth: -1}, want: []string{"max_depth"}},
		"unknown mode":     {why: "only three modes exist", q: trace.PathQuestion{From: "a", To: "b", Mode: "longest"}, want: []string{"mode"}},
		"too many":         {why: "an answer holds 1000 paths", q: trace.PathQuestion{From: "a", To: "b", Limit: 1001}, want: []string{"limit"}},
		"unknown relation": {why: "relations come from a list", q: trace.PathQuestion{From: "a", To: "b", Follow: search.Follow{Relations: []episodic.Relation{"causes", "hates"}}}, want: []string{"relations[1]"}},
		"unknown basis":    {why: "bases come from a list", q: trace.PathQuestion{From: "a", To: "b", Follow: search.Follow{Bases: []episodic.Basis{"hearsay"}}}, want: []string{"bases[0]"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := memory.NewCauses(memory.CauseParts{}, time.Now).Trace.Path(context.Background(), c.q)
			if diff := cmp.Diff(c.want, problemPaths(t, err)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

func TestService_Trace_Refuses(t *testing.T) {
	cases := map[string]struct {
		why  string
		q    trace.Question
		want []string
	}{
		"no direction": {why: "causes and effects are different questions", q: trace.Question{Of: "a"}, want: []string{"direction"}},
		"too deep":     {why: "the ceiling of the statement is 100", q: trace.Question{Of: "a", Direction: search.Upstream, MaxDepth: 101}, want: []string{"max_depth"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := memory.NewCauses(memory.CauseParts{}, time.Now).Trace.Trace(context.Background(), c.q)
			if diff := cmp.Diff(c.want, problemPaths(t, err)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

func TestPath_SaysWhatItRestsOn(t *testing.T) {
	first, second := hop("x/a", "x/b"), hop("x/b", "y/c")
	first.From.Episode, first.To.Episode, second.To.Episode = "x", "x", "y"
	first.Link.Episode, second.Link.Episode = "x", "z"
	first.Link.Basis = episodic.BasisTemporal
	p := trace.Path{From: first.From, To: second.To, Hops: []trace.Hop{first, second}}
	if diff := cmp.Diff([]episodic.Basis{episodic.BasisStated, episodic.BasisTemporal}, p.Bases()); diff != "" {
		t.Errorf("bases are distinct and in the order of episodic.Bases (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"x", "z", "y"}, p.Episodes()); diff != "" {
		t.Errorf("episodes are those walked through and those that state links (-want +got):\n%s", diff)
	}
}
