package paths_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/internal/memory"
)

// wide is a layer of many links that lists them as quickly as a store with indexes does.
type wide struct {
	causaltest.Memory

	next, before map[string][]search.FactorEdge
	byKey        map[string]link.FactorLink
}

// newWide joins each factor to six others.
func newWide(links int) *wide {
	r := rand.New(rand.NewPCG(1, 2))
	w := &wide{next: map[string][]search.FactorEdge{}, before: map[string][]search.FactorEdge{}, byKey: map[string]link.FactorLink{}}
	for i := range links {
		l := causaltest.Causes(fmt.Sprint("f", i/6), fmt.Sprint("f", r.IntN(links/6)), .1+.9*r.Float64())
		e := search.FactorEdge{Link: l.Key, From: l.Source.Key(), To: l.Target.Key()}
		if _, known := w.byKey[l.Key]; known || l.Source == l.Target {
			continue
		}
		w.byKey[l.Key] = l
		w.next[e.From], w.before[e.To] = append(w.next[e.From], e), append(w.before[e.To], e)
	}
	return w
}

func (w *wide) GetFactors(_ context.Context, _ string, keys []string) ([]factor.Factor, error) {
	e := w.next[keys[0]][0]
	return []factor.Factor{{Identity: w.byKey[e.Link].Source}}, nil
}

func (w *wide) FactorSubgraph(_ context.Context, q search.FactorSearch) ([]link.FactorLink, bool, error) {
	keys, more, err := search.Walks(q, func(keys []string, d search.Direction, limit int) ([]search.FactorEdge, error) {
		edges := w.next
		if d == search.Upstream {
			edges = w.before
		}
		var out []search.FactorEdge
		for _, k := range keys {
			out = append(out, edges[k]...)
		}
		return out[:min(len(out), limit)], nil
	})
	links := make([]link.FactorLink, len(keys))
	for i, k := range keys {
		links[i] = w.byKey[k]
	}
	return links, more, err
}

// BenchmarkFactorPaths searches 100,000 links, six from each factor, to a depth of 8.
func BenchmarkFactorPaths(b *testing.B) {
	w := newWide(100_000)
	service := memory.NewCauses(memory.CauseParts{Factors: w, Tokens: causaltest.WordCounter{}}, nil)
	for _, mode := range []paths.Mode{paths.ModeAllShortest, paths.ModeStrongest, paths.ModeKBest, paths.ModeAllSimple} {
		b.Run(string(mode), func(b *testing.B) {
			r := rand.New(rand.NewPCG(3, 4))
			routes, cut := 0, 0
			for b.Loop() {
				a, err := service.Paths.FactorPath(b.Context(), paths.Question{
					Project: "p", Mode: mode, MaxDepth: 8, Bottlenecks: true, Follow: search.FactorFollow{Shown: link.ShowAll},
					From: causaltest.ParseFactor(fmt.Sprint("f", r.IntN(10_000))).Key(), To: causaltest.ParseFactor(fmt.Sprint("f", r.IntN(10_000))).Key(),
				})
				if err != nil {
					b.Fatal(err)
				}
				routes += len(a.Paths)
				if a.LeftOut.Cut {
					cut++
				}
			}
			b.ReportMetric(float64(routes)/float64(b.N), "paths/op")
			b.ReportMetric(float64(cut)/float64(b.N), "cut/op")
		})
	}
}
