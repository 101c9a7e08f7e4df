package paths_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"gonum.org/v1/gonum/graph/flow"
	"gonum.org/v1/gonum/graph/simple"
	"pgregory.net/rapid"
)

// drawLayer draws links among a few factors: parallel ones, cycles, links that correlate, of
// strength 0, 1 and unknown; stated by somebody, or by some of a few episodes.
func drawLayer(t *rapid.T) *causaltest.Memory {
	n := rapid.IntRange(2, 7).Draw(t, "factors")
	m := &causaltest.Memory{Rules: contribution.Rules{Shown: link.ShowAll}, Supports: map[string][]string{}}
	known := map[string]bool{}
	for range rapid.IntRange(0, 3*n).Draw(t, "links") {
		from, to := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
		if from == to {
			continue
		}
		l := causaltest.Stated(fmt.Sprint("v", from), rapid.SampledFrom(episodic.Relations()).Draw(t, "relation"), fmt.Sprint("v", to),
			rapid.SampledFrom([]float64{-1, 0, .2, .5, .5, .8, 1}).Draw(t, "strength"))
		l.Pair.Forward, l.Pair.Backward = rapid.IntRange(0, 1).Draw(t, "forward"), rapid.IntRange(0, 1).Draw(t, "backward")
		if !known[l.Key] {
			known[l.Key] = true
			if episodes := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 2, rapid.ID).Draw(t, "episodes"); len(episodes) > 0 {
				l.Statements, l.Evidence.Stated = 0, len(episodes)
				for _, e := range episodes {
					m.Supports[e] = append(m.Supports[e], l.Key)
				}
			}
			m.Links = append(m.Links, l)
		}
	}
	return m
}

// everyPath finds all simple paths by trying every step. Of those along the same factors it takes the
// first by less, of the chains alone unless composed.
func everyPath(m *causaltest.Memory, follow search.FactorFollow, from, to factor.Identity, depth int, composed bool, less func(a, b []search.Step) int) [][]search.Step {
	steps := m.Steps(follow)
	best := map[string][]search.Step{}
	var walk func(at factor.Identity, trail []search.Step)
	walk = func(at factor.Identity, trail []search.Step) {
		if at == to && len(trail) > 0 {
			key := names(paths.Path{From: from, To: to, Steps: trail})
			if other, known := best[key]; (composed || isChain(m, trail)) && (!known || less(trail, other) < 0) {
				best[key] = slices.Clone(trail)
			}
			return
		}
		if len(trail) == depth {
			return
		}
		for _, s := range steps {
			if s.From() != at || s.To() == from || slices.ContainsFunc(trail, func(o search.Step) bool { return o.To() == s.To() }) {
				continue
			}
			walk(s.To(), append(trail, s))
		}
	}
	walk(from, nil)
	return slices.SortedFunc(maps.Values(best), search.CompareTrails)
}

// isChain reports whether every two links that follow each other are stated by one episode, or one of
// them by somebody.
func isChain(m *causaltest.Memory, trail []search.Step) bool {
	for i := range len(trail) - 1 {
		a, b := trail[i].Link, trail[i+1].Link
		meet := a.Statements+b.Statements > 0
		for _, stated := range m.Supports {
			meet = meet || slices.Contains(stated, a.Key) && slices.Contains(stated, b.Key)
		}
		if !meet {
			return false
		}
	}
	return true
}

func trailsOf(paths []paths.Path) []string {
	var out []string
	for _, p := range paths {
		out = append(out, names(p))
	}
	return out
}

func asPaths(trails [][]search.Step) []paths.Path {
	var out []paths.Path
	for _, t := range trails {
		out = append(out, paths.Path{From: t[0].From(), To: t[len(t)-1].To(), Steps: t})
	}
	return out
}

// TestFactorPathsAgainstEveryPath holds every mode against all paths of small random layers.
func TestFactorPathsAgainstEveryPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawLayer(t)
		q := paths.Question{
			Project: "p", From: causaltest.ParseFactor("v0").Key(), To: causaltest.ParseFactor("v1").Key(), MaxDepth: rapid.IntRange(1, 6).Draw(t, "depth"), Bottlenecks: true,
		}
		q.Follow.Relations = rapid.SampledFrom([][]episodic.Relation{nil, episodic.Relations()}).Draw(t, "relations")
		q.Follow.InTime = rapid.Bool().Draw(t, "in time")
		q.Composed = rapid.Bool().Draw(t, "composed")
		follow := q.Follow
		follow.Bases, follow.Shown = episodic.Bases(), link.ShowAll
		if follow.Relations == nil || follow.InTime {
			follow.Relations = episodic.CausalRelations()
		}
		every := asPaths(everyPath(m, follow, causaltest.ParseFactor("v0"), causaltest.ParseFactor("v1"), q.MaxDepth, q.Composed, search.CompareTrails))
		strongest := asPaths(everyPath(m, follow, causaltest.ParseFactor("v0"), causaltest.ParseFactor("v1"), q.MaxDepth, q.Composed, func(a, b []search.Step) int {
			return cmp.Compare(cost(paths.Path{Steps: a}), cost(paths.Path{Steps: b}))
		}))
		known := m.All()
		for _, mode := range paths.Modes() {
			q.Mode = mode
			a, err := causaltest.ServiceOver(m).Paths.FactorPath(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(known, func(f factor.Factor) bool { return f.Identity == causaltest.ParseFactor("v0") }) ||
				!slices.ContainsFunc(known, func(f factor.Factor) bool { return f.Identity == causaltest.ParseFactor("v1") }) {
				if a.Status != search.StatusUnknownEnd {
					t.Fatalf("%s for an end that is not there", a.Status)
				}
				continue
			}
			want := wanted(mode, every)
			if mode == paths.ModeStrongest || mode == paths.ModeKBest {
				want = wanted(mode, strongest)
			}
			if got := trailsOf(a.Paths); !slices.Equal(got, trailsOf(want)) {
				t.Fatalf("%s: %v, not %v", mode, got, trailsOf(want))
			}
			if (a.Status == search.StatusFound) != (len(want) > 0) {
				t.Fatalf("%s: %s for %d paths", mode, a.Status, len(want))
			}
			if len(want) > 0 {
				checkBottlenecks(t, a, every)
			}
			for _, p := range a.Paths {
				if composed := !isChain(m, p.Steps); composed != (len(p.ComposedAt) > 0) || composed && !q.Composed {
					t.Fatalf("%s: %s is composed at %v", mode, names(p), p.ComposedAt)
				}
			}
		}
	})
}

// wanted returns what a mode is to find of all paths.
func wanted(mode paths.Mode, every []paths.Path) []paths.Path {
	shortest := func(p paths.Path) bool { return p.Length() > every[0].Length() }
	switch mode {
	case paths.ModeAllSimple:
		return every
	case paths.ModeAllShortest:
		return slices.DeleteFunc(slices.Clone(every), shortest)
	case paths.ModeReachable, paths.ModeShortest:
		return every[:min(1, len(every))]
	}
	weighed := slices.DeleteFunc(slices.Clone(every), func(p paths.Path) bool { return p.Strength() == nil || *p.Strength() == 0 })
	slices.SortStableFunc(weighed, func(a, b paths.Path) int {
		return cmp.Or(cmp.Compare(cost(a), cost(b)), search.CompareTrails(a.Steps, b.Steps))
	})
	if mode == paths.ModeStrongest {
		return weighed[:min(1, len(weighed))]
	}
	return weighed[:min(paths.DefaultBest, len(weighed))]
}

// cost is the strength as a sum that does not depend on the order of the links.
func cost(p paths.Path) int64 {
	sum := int64(0)
	for _, s := range p.Steps {
		if w := s.Link.Weight(); w == nil || *w == 0 {
			return math.MaxInt64
		}
		sum += int64(math.Round(-math.Log(*s.Link.Weight()) * 1e12))
	}
	return sum
}

func checkBottlenecks(t *rapid.T, a paths.Answer, every []paths.Path) {
	var want []string
	for _, s := range every[0].Steps[:every[0].Length()-1] {
		on := func(p paths.Path) bool {
			return slices.ContainsFunc(p.Steps, func(o search.Step) bool { return o.To() == s.To() })
		}
		if !slices.ContainsFunc(every, func(p paths.Path) bool { return !on(p) }) {
			want = append(want, s.To().Variable)
		}
	}
	var got []string
	for _, id := range a.Bottlenecks {
		got = append(got, id.Variable)
	}
	if !a.BottlenecksKnown || !slices.Equal(want, got) {
		t.Fatalf("on every path %v, not %v", got, want)
	}
}

// TestFactorWalksAgainstLevels holds the shared walk against distances in the whole layer.
func TestFactorWalksAgainstLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawLayer(t)
		follow := search.FactorFollow{Relations: episodic.Relations(), Bases: episodic.Bases(), Shown: link.ShowAll}
		end := rapid.SampledFrom([][]string{nil, {causaltest.ParseFactor("v0").Key()}, {causaltest.ParseFactor("v1").Key(), causaltest.ParseFactor("v2").Key()}, {"nothing"}})
		q := search.FactorSearch{
			From: end.Draw(t, "from"), To: end.Draw(t, "to"), Depth: rapid.IntRange(1, 5).Draw(t, "depth"),
			Limit: rapid.IntRange(1, 20).Draw(t, "limit"), Follow: follow,
		}
		if len(q.From)+len(q.To) == 0 {
			return
		}
		got, more, err := search.Walks(q, m.EdgesAt(follow))
		if err != nil {
			t.Fatal(err)
		}
		want := linksOnWalks(m, q)
		if more != (len(want) > q.Limit) {
			t.Fatalf("more is %v for %d links of %d", more, len(want), q.Limit)
		}
		want = want[:min(len(want), q.Limit)]
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%v, not %v", got, want)
		}
	})
}

// linksOnWalks finds the length of the shortest walk through each link in the whole layer.
func linksOnWalks(m *causaltest.Memory, q search.FactorSearch) []string {
	ahead := levels(m, q.Follow, q.From, func(s search.Step) (string, string) { return s.From().Key(), s.To().Key() })
	behind := levels(m, q.Follow, q.To, func(s search.Step) (string, string) { return s.To().Key(), s.From().Key() })
	length := map[string]int{}
	for _, s := range m.Steps(q.Follow) {
		before, reached := ahead[s.From().Key()]
		after, reaches := behind[s.To().Key()]
		if n := before + 1 + after; (reached || len(q.From) == 0) && (reaches || len(q.To) == 0) && n <= q.Depth {
			if least, known := length[s.Link.Key]; !known || n < least {
				length[s.Link.Key] = n
			}
		}
	}
	var out []string
	for k := range length {
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(length[a], length[b]), strings.Compare(a, b)) })
	return out
}

func levels(m *causaltest.Memory, follow search.FactorFollow, ends []string, walk func(search.Step) (near, far string)) map[string]int {
	out := map[string]int{}
	for _, k := range ends {
		out[k] = 0
	}
	for range len(m.Links) + 1 {
		for _, s := range m.Steps(follow) {
			near, far := walk(s)
			if n, reached := out[near]; reached {
				if least, known := out[far]; !known || n+1 < least {
					out[far] = n + 1
				}
			}
		}
	}
	return out
}

// TestBottlenecksAgainstDominators holds the factors on every path, however long and composed or not,
// against the dominators that gonum finds.
func TestBottlenecksAgainstDominators(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawLayer(t)
		a, err := causaltest.ServiceOver(m).Paths.FactorPath(t.Context(), paths.Question{
			Project: "p", From: causaltest.ParseFactor("v0").Key(), To: causaltest.ParseFactor("v1").Key(), Bottlenecks: true, Composed: true,
		})
		if err != nil || len(a.Paths) == 0 {
			return
		}
		g := simple.NewDirectedGraph()
		for _, l := range m.Links {
			if l.Relation != episodic.RelationCorrelates {
				g.SetEdge(simple.Edge{F: simple.Node(number(l.Source)), T: simple.Node(number(l.Target))})
			}
		}
		dominators := flow.Dominators(simple.Node(0), g)
		want := []int64{}
		for at := dominators.DominatorOf(1); at != nil && at.ID() != 0; at = dominators.DominatorOf(at.ID()) {
			want = append(want, at.ID())
		}
		slices.Reverse(want)
		got := []int64{}
		for _, id := range a.Bottlenecks {
			got = append(got, number(id))
		}
		if !slices.Equal(want, got) {
			t.Fatalf("on every path %v, not %v", got, want)
		}
	})
}

// number is the number of a factor of a drawn layer.
func number(i factor.Identity) int64 { return int64(i.Variable[1] - '0') }
