package tracing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/tracing"
	"github.com/causeway-memory/causeway/internal/soak"
)

// of is a span of a service.
func of(service, id, parent string, from, to int, s tracing.Span) tracing.Span {
	s.Service = service
	return at(id, parent, from, to, s)
}

// told lists what an episode tells by time, with how long after noon.
func told(e episodic.Episode) []string {
	var out []string
	events := slices.Clone(e.Events)
	slices.SortStableFunc(events, func(a, b episodic.Event) int { return a.At.Time.Compare(b.At.Time) })
	for _, v := range events {
		out = append(out, fmt.Sprint(strings.TrimPrefix(v.ID, "s-"), " ", v.At.Time.Sub(noon)))
	}
	return out
}

func ordered(e episodic.Episode) (out []string) {
	for _, l := range e.Links {
		if l.Basis == episodic.BasisTemporal {
			out = append(out, strings.ReplaceAll(l.Source+" "+l.Target, "s-", ""))
		}
	}
	return out
}

// TestEpisode_ofSkewedClocks reads traces of hosts whose clocks differ: nothing is told before the span that it is in, what one clock told
// keeps its order, nothing is claimed of two, and a note says so.
func TestEpisode_ofSkewedClocks(t *testing.T) {
	agent, call := tracing.Span{Kind: tracing.KindAgent}, tracing.Span{}
	failed := tracing.Span{Status: tracing.StatusError, Message: "no crane"}
	for _, c := range []struct {
		why         string
		spans       []tracing.Span
		told, order []string
		notes       int
	}{
		{
			"clocks that agree",
			[]tracing.Span{of("desk", "root", "", 0, 9, agent), of("crane", "a", "root", 1, 2, call), of("yard", "b", "root", 3, 4, call)},
			[]string{"root 0s", "a 1s", "b 3s"},
			[]string{"root a", "a b"},
			0,
		},
		{
			"one that is behind",
			[]tracing.Span{of("desk", "root", "", 0, 9, agent), of("crane", "a", "root", -28, -27, call), of("crane", "b", "root", -24, -23, call), of("crane", "c", "b", -24, -23, call)},
			[]string{"root 0s", "a 1ms", "b 4.001s", "c 4.001s"},
			[]string{"root a", "a b"},
			1,
		},
		{
			"its order beside another one is not known",
			[]tracing.Span{of("desk", "root", "", 0, 9, agent), of("crane", "a", "root", -8, -7, call), of("yard", "b", "root", 3, 4, call)},
			[]string{"root 0s", "a 1ms", "b 3s"},
			[]string{"root a", "root b"},
			1,
		},
		{
			"two in a row",
			[]tracing.Span{of("desk", "root", "", 0, 9, agent), of("crane", "a", "root", -28, -20, call), of("yard", "b", "a", -60, -59, call)},
			[]string{"root 0s", "a 1ms", "b 2ms"},
			[]string{"root a", "a b"},
			2,
		},
		{
			"a host beside another of its service",
			[]tracing.Span{
				of("desk", "root", "", 0, 9, agent), of("crane", "a", "root", -28, -27, tracing.Span{Clock: "c1"}), of("crane", "b", "root", 5, 6, tracing.Span{Clock: "c2"}),
			},
			[]string{"root 0s", "a 1ms", "b 5s"},
			[]string{"root a", "root b"},
			1,
		},
		{
			"one that is ahead, and calls back",
			[]tracing.Span{of("desk", "root", "", 0, 9, agent), of("crane", "a", "root", 31, 33, call), of("desk", "b", "a", 2, 3, call)},
			[]string{"root 0s", "a 31s", "b 31.001s"},
			[]string{"root a", "a b"},
			1,
		},
		{
			"a record that was written too early",
			[]tracing.Span{of("desk", "root", "", 0, 9, agent), of("desk", "a", "root", -1, 1, call)},
			[]string{"root 0s", "a 1ms"},
			[]string{"root a"},
			1,
		},
		{
			"an error that was passed on by one that is ahead",
			[]tracing.Span{of("desk", "root", "", 0, 9, failed), of("crane", "a", "root", 31, 33, failed)},
			[]string{"root 9s", "a 9s"},
			nil, 2, // and how the trace ended
		},
		{
			"no root",
			[]tracing.Span{of("crane", "a", "root", -28, -27, call), of("desk", "b", "a", -60, -50, call)},
			[]string{"a -28s", "b -27.999s"},
			[]string{"a b"},
			1,
		},
		{
			"spans in a circle",
			[]tracing.Span{of("crane", "a", "b", 3, 4, call), of("desk", "b", "a", 1, 2, call)},
			[]string{"b 1s", "a 3s"},
			[]string{"b a"},
			0,
		},
	} {
		e := made(t, c.spans...)
		if diff := cmp.Diff(c.told, told(e)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
		if diff := cmp.Diff(c.order, ordered(e)); diff != "" {
			t.Errorf("%s: the order (-want +got):\n%s", c.why, diff)
		}
		if len(e.Notes) != c.notes {
			t.Errorf("%s: notes %q", c.why, e.Notes)
		}
	}
	e := made(t, of("desk", "root", "", 0, 9, agent), of("crane", "a", "root", -28, -27, call))
	if want := "the clock of crane is behind: what it did is told 28.001s later, so that nothing begins before the span that it is in"; !slices.Contains(e.Notes, want) {
		t.Errorf("notes %q", e.Notes)
	}
}

// TestEpisode_neverTurnsATreeRound draws trees of spans of services whose clocks are off by any time: no step is told before the one
// that it is in, the root stays where it was, and what is not skewed too.
func TestEpisode_neverTurnsATreeRound(t *testing.T) {
	for round := range soak.Rounds(60) {
		random := soak.Rand(25, uint64(round))
		off := map[string]int{"s0": 0}
		for i := 1; i < 5; i++ {
			off[fmt.Sprint("s", i)] = random.IntN(200) - 100
		}
		parents := map[string]string{}
		spans := []tracing.Span{of("s0", "n0", "", 0, 1000, tracing.Span{Kind: tracing.KindAgent})}
		begins := []int{0}
		for i := 1; i < 30; i++ {
			parent, service := random.IntN(i), fmt.Sprint("s", random.IntN(5))
			begin := begins[parent] + random.IntN(5)
			begins = append(begins, begin)
			id := fmt.Sprint("n", i)
			parents[id] = fmt.Sprint("n", parent)
			spans = append(spans, of(service, id, parents[id], begin+off[service], begin+off[service]+1+random.IntN(3), tracing.Span{}))
		}
		e := made(t, spans...)
		at := map[string]time.Time{}
		for _, v := range e.Events {
			at[strings.TrimPrefix(v.ID, "s-")] = v.At.Time
		}
		for id, parent := range parents {
			if at[id].Before(at[parent]) {
				t.Errorf("round %d: %s is told before %s, which it is in", round, id, parent)
			}
		}
		if at["n0"] != noon {
			t.Errorf("round %d: the root is told of %s", round, at["n0"])
		}
		for _, l := range e.Links {
			source, target := strings.TrimPrefix(l.Source, "s-"), strings.TrimPrefix(l.Target, "s-")
			if agentrun.RuleOf(l) == "order/3" && parents[source] == target {
				t.Errorf("round %d: %s is before %s, which it is in", round, source, target)
			}
		}
	}
}
