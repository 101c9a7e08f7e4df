package main

import (
	"context"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

//go:embed questions/factor_path.graphql
var factorPathQuery string

// The lattice: so many factors with so many links out of each, and how many links apart the ends
// of its questions are.
const (
	latticeFactors   = 16_667
	latticeBranching = 6
	latticeDepth     = 8
	latticeLimit     = 250 * time.Millisecond
)

// ends are the labels of the ends of a question, and their keys.
type ends struct{ from, to factor.Identity }

// askFactors compares shortest paths between factors of a network with the bare statement.
func (b *bench) askFactors(ctx context.Context, project string, size int) error {
	var pairs []ends
	network := corpus.NewNetwork(networkVariables)
	for i := 2; i < networkVariables; i++ {
		cause := i
		for parents := network.Parents(cause); len(parents) > 0; parents = network.Parents(cause) {
			cause = parents[0]
			pairs = append(pairs, ends{yes(network, cause), yes(network, i)})
		}
	}
	q := question{name: "shortest path between factors", aim: pathAim, aimEmbedded: embeddedAim, check: checkFactorPath("SHORTEST")}
	if err := q.askPaths(project, "SHORTEST", search.MaxShortestDepth, pairs); err != nil {
		return err
	}
	q.bare = func(ctx context.Context, variant int) error {
		rows, err := b.read(ctx, string(cypher.FindShortestFactorPath), properties{
			"project": project, "from": pairs[variant].from.Key(), "to": pairs[variant].to.Key(), "depth": search.MaxShortestDepth,
			"types": []string{"CAUSES", "ENABLES", "PREVENTS"}, "bases": []string{"stated", "extracted", "temporal", "measured"},
			"grade": int(link.ShowDefault.Grade()), "weight": nil, "inTime": false, "until": nil, "enough": enoughTies,
		})
		if err == nil && len(rows) == 0 {
			err = fmt.Errorf("no row from %s to %s", pairs[variant].from.Label(), pairs[variant].to.Label())
		}
		return err
	}
	return b.compareFactors(ctx, q, size)
}

func yes(n *corpus.Network, i int) factor.Identity {
	return factor.Identity{Variable: n.Variable(i), State: "yes"}
}

// compareFactors asks and adds the figures.
func (b *bench) compareFactors(ctx context.Context, q question, size int) error {
	took, err := b.compare(ctx, q)
	if err != nil {
		return fmt.Errorf("ask for %s: %w", q.name, err)
	}
	native := measure.NewLatency(q.name, size, took.native, took.bare, q.aim, q.limit)
	embedded := measure.NewLatency(q.name, size, took.embedded, took.native, q.aimEmbedded, q.limit)
	b.say("%s: embedded %.2f ms, native %.2f ms, bare %.2f ms", q.name, embedded.OursP50, native.OursP50, native.BaseP50)
	b.toBare.Latencies = append(b.toBare.Latencies, native)
	b.toNative.Latencies = append(b.toNative.Latencies, embedded)
	return nil
}

func (q *question) askPaths(project, mode string, depth int, pairs []ends) error {
	for _, p := range pairs {
		r, err := newRequest(factorPathQuery, properties{
			"project": project, "from": p.from.Key(), "to": p.to.Key(), "mode": mode, "depth": depth,
		})
		if err != nil {
			return err
		}
		q.ours = append(q.ours, r)
	}
	return nil
}

// checkFactorPath wants an answer with a path; an answer that was cut may have none.
func checkFactorPath(mode string) func([]byte, int) error {
	return func(answer []byte, _ int) error {
		var data struct {
			FactorPath struct {
				Status string
				Paths  []struct{ Length int }
			}
		}
		if err := understand(answer, &data); err != nil {
			return err
		}
		if got := data.FactorPath; got.Status != "TRUNCATED" && len(got.Paths) == 0 {
			return fmt.Errorf("the answer to %s is %s, want a path", mode, answer)
		}
		return nil
	}
}

// lattice are links between factors that nothing but statements knows, the same everywhere.
func lattice() []link.Statement {
	r := rand.New(rand.NewPCG(20261121, 6))
	out := make([]link.Statement, 0, latticeFactors*latticeBranching)
	for i := range latticeFactors {
		seen := map[int]bool{i: true}
		for len(seen) <= latticeBranching {
			to := r.IntN(latticeFactors)
			if seen[to] {
				continue
			}
			seen[to] = true
			strength := .1 + .9*r.Float64()
			out = append(out, link.Statement{
				Source: crossing(i), Relation: episodic.RelationCauses, Target: crossing(to), Origin: "bench", Strength: &strength,
			})
		}
	}
	return out
}

func crossing(i int) factor.Identity {
	return factor.Identity{Variable: fmt.Sprintf("crossing-%05d", i), State: factor.StateOccurred}
}

// measureLattice asks for paths over many links, where no answer can look at all of them.
func (b *bench) measureLattice(ctx context.Context) error {
	if _, err := b.openHome(ctx, "lattice"); err != nil {
		return err
	}
	defer b.embedded.close()
	project, links := "lattice-"+b.suffix, lattice()
	for _, s := range []*side{b.native, b.embedded} {
		began := time.Now()
		for from := 0; from < len(links); from += derive.MaxStatements {
			if _, err := s.causes.Derive.RecordLinks(ctx, project, links[from:min(from+derive.MaxStatements, len(links))]); err != nil {
				return err
			}
		}
		b.say("%d links stated in %.1f s; longest: %s", len(links), time.Since(began).Seconds(), s.usage.take(4))
	}
	pairs := walks(links)
	for _, mode := range []string{"SHORTEST", "STRONGEST", "K_BEST"} {
		q := question{name: "path over 100,000 links, " + mode, limit: latticeLimit, check: checkFactorPath(mode)}
		if err := q.askPaths(project, mode, latticeDepth, pairs); err != nil {
			return err
		}
		if err := b.compareFactors(ctx, q, 0); err != nil {
			return err
		}
	}
	return nil
}

// walks are ends that lie as many links apart as a question may look.
func walks(links []link.Statement) []ends {
	next := map[factor.Identity][]factor.Identity{}
	for _, l := range links {
		next[l.Source] = append(next[l.Source], l.Target)
	}
	r := rand.New(rand.NewPCG(20261121, 8))
	out := make([]ends, variants)
	for i := range out {
		from := crossing(r.IntN(latticeFactors))
		to := from
		for range latticeDepth {
			to = next[to][r.IntN(latticeBranching)]
		}
		out[i] = ends{from, to}
	}
	return out
}
