package trace_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/google/go-cmp/cmp"
)

func TestPath_Episodes(t *testing.T) {
	in := func(episode string) episodic.Occurrence { return episodic.Occurrence{Episode: episode} }
	through := func(from, stating, to string) trace.Hop {
		return trace.Hop{From: in(from), Link: trace.Link{Episode: stating}, To: in(to)}
	}
	cases := map[string]struct {
		why  string
		path trace.Path
		want []string
	}{
		"empty":     {"an occurrence is in an episode", trace.Path{From: in("x"), To: in("x")}, []string{"x"}},
		"inside":    {"each is named once", trace.Path{From: in("x"), Hops: []trace.Hop{through("x", "x", "x")}}, []string{"x"}},
		"evidence":  {"who states a link comes before where it leads", trace.Path{From: in("x"), Hops: []trace.Hop{through("x", "z", "y")}}, []string{"x", "z", "y"}},
		"beginning": {"the beginning counts though others state all", trace.Path{From: in("x"), Hops: []trace.Hop{through("x", "y", "y"), through("y", "y", "x")}}, []string{"x", "y"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, c.path.Episodes()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

func TestComparePaths_IsAnOrder(t *testing.T) {
	// Keys that begin like others: joined without a separator they would be mistaken.
	names := []string{"a", "ab", "b", "abc", "c", "a!", "bc"}
	random := rand.New(rand.NewPCG(11, 12))
	var paths []trace.Path
	for range 60 {
		keys := make([]string, 1+random.IntN(4))
		for i := range keys {
			keys[i] = names[random.IntN(len(names))]
		}
		paths = append(paths, walk(keys...))
	}
	along := func(p trace.Path) []string { return strings.Split(trails([]trace.Path{p})[0], ">") }
	for _, a := range paths {
		for _, b := range paths {
			want := slices.Compare(along(a), along(b))
			if a.Length() != b.Length() {
				want = a.Length() - b.Length()
			}
			if got := trace.ComparePaths(a, b); got < 0 != (want < 0) || got > 0 != (want > 0) {
				t.Fatalf("%q and %q compare as %d, want the sign of %d", along(a), along(b), got, want)
			}
		}
	}
}

func TestCompareLinks(t *testing.T) {
	link := func(basis episodic.Basis, id string) trace.Link { return trace.Link{Basis: basis, ID: id} }
	ordered := []trace.Link{
		link("stated", "2"), link("stated", "3"), link("extracted", "1"), link("temporal", "1"), link("measured", "0"),
	}
	for i, a := range ordered {
		for j, b := range ordered {
			if got := trace.CompareLinks(a, b); got < 0 != (i < j) || got == 0 != (i == j) {
				t.Errorf("%+v and %+v compare as %d", a, b, got)
			}
		}
	}
}

func TestSimplePaths_SaysThatItGaveUp(t *testing.T) {
	// Every way out of the crowd leads back to the beginning, which is only found by trying.
	hops := []trace.Hop{hop("start", "end")}
	for i := range 30 {
		one := fmt.Sprint("k", i)
		hops = append(hops, hop("start", one), hop(one, "start"))
		for j := range 30 {
			hops = append(hops, hop(one, fmt.Sprint("k", j)))
		}
	}
	got, more := trace.SimplePaths(hops, []string{"start"}, []string{"end"}, search.MaxSimpleDepth, 100)
	if diff := cmp.Diff([]string{"start>end"}, trails(got)); diff != "" || !more {
		t.Errorf("a search that gave up may have missed paths: more %v (-want +got):\n%s", more, diff)
	}
}

func TestSimplePaths_KeepsTheirHopsApart(t *testing.T) {
	hops := []trace.Hop{hop("a", "b"), hop("b", "d"), hop("a", "c"), hop("c", "d"), hop("b", "c")}
	got, _ := trace.SimplePaths(hops, []string{"a"}, []string{"d"}, 5, 9)
	if diff := cmp.Diff([]string{"a>b>d", "a>c>d", "a>b>c>d"}, trails(got)); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	for _, p := range got {
		if p.From.Key != "a" || p.To.Key != "d" {
			t.Errorf("%v runs from %s to %s", trails([]trace.Path{p}), p.From.Key, p.To.Key)
		}
		for i := 1; i < len(p.Hops); i++ {
			if p.Hops[i-1].To.Key != p.Hops[i].From.Key {
				t.Errorf("%v does not hang together", trails([]trace.Path{p}))
			}
		}
	}
}
