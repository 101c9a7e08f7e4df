package causal_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/causal"
)

// wide is a layer of many links that lists them as quickly as a store with indexes does.
type wide struct {
	memory

	next, before map[string][]causal.FactorEdge
	byKey        map[string]causal.FactorLink
}

// newWide joins each factor to six others.
func newWide(links int) *wide {
	r := rand.New(rand.NewPCG(1, 2))
	w := &wide{next: map[string][]causal.FactorEdge{}, before: map[string][]causal.FactorEdge{}, byKey: map[string]causal.FactorLink{}}
	for i := range links {
		l := causes(fmt.Sprint("f", i/6), fmt.Sprint("f", r.IntN(links/6)), .1+.9*r.Float64())
		e := causal.FactorEdge{Link: l.Key, From: l.Source.Key(), To: l.Target.Key()}
		if _, known := w.byKey[l.Key]; known || l.Source == l.Target {
			continue
		}
		w.byKey[l.Key] = l
		w.next[e.From], w.before[e.To] = append(w.next[e.From], e), append(w.before[e.To], e)
	}
	return w
}

func (w *wide) GetFactors(_ context.Context, _ string, keys []string) ([]causal.Factor, error) {
	e := w.next[keys[0]][0]
	return []causal.Factor{{Identity: w.byKey[e.Link].Source}}, nil
}

func (w *wide) FactorSubgraph(_ context.Context, q causal.FactorSearch) ([]causal.FactorLink, bool, error) {
	keys, more, err := causal.FactorWalks(q, func(keys []string, d causal.Direction, limit int) ([]causal.FactorEdge, error) {
		edges := w.next
		if d == causal.Upstream {
			edges = w.before
		}
		var out []causal.FactorEdge
		for _, k := range keys {
			out = append(out, edges[k]...)
		}
		return out[:min(len(out), limit)], nil
	})
	links := make([]causal.FactorLink, len(keys))
	for i, k := range keys {
		links[i] = w.byKey[k]
	}
	return links, more, err
}

// BenchmarkFactorPaths searches 100,000 links, six from each factor, to a depth of 8.
func BenchmarkFactorPaths(b *testing.B) {
	w := newWide(100_000)
	service := causal.NewService(causal.Parts{Factors: w, Tokens: wordCounter{}}, nil)
	for _, mode := range []causal.FactorMode{causal.FactorAllShortest, causal.FactorStrongest, causal.FactorKBest, causal.FactorAllSimple} {
		b.Run(string(mode), func(b *testing.B) {
			r := rand.New(rand.NewPCG(3, 4))
			paths, cut := 0, 0
			for b.Loop() {
				a, err := service.FactorPath(b.Context(), causal.FactorPathQuestion{
					Project: "p", Mode: mode, MaxDepth: 8, Bottlenecks: true, Follow: causal.FactorFollow{Shown: causal.ShowAll},
					From: thing(fmt.Sprint("f", r.IntN(10_000))).Key(), To: thing(fmt.Sprint("f", r.IntN(10_000))).Key(),
				})
				if err != nil {
					b.Fatal(err)
				}
				paths += len(a.Paths)
				if a.LeftOut.Cut {
					cut++
				}
			}
			b.ReportMetric(float64(paths)/float64(b.N), "paths/op")
			b.ReportMetric(float64(cut)/float64(b.N), "cut/op")
		})
	}
}
