// Command study measures what wrong links, an unrecorded cause and missing outcomes do to the
// answers about effects. It draws episodes from networks whose truth is known, damages what is
// recorded of them, asks, and prints tables for docs/robustness.md. The same seed gives the same tables.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// options are what can be told to the study.
type options struct {
	data     string
	episodes int
	records  int
	seed     uint64
	doubts   bool
}

func main() {
	var o options
	flag.StringVar(&o.data, "data", filepath.Join("..", "shared", "data"), "folder of the sampled networks; without it only the study's own are asked")
	flag.IntVar(&o.episodes, "episodes", 2000, "episodes of a record")
	flag.IntVar(&o.records, "records", 6, "records of each network with each damage")
	flag.Uint64Var(&o.seed, "seed", 1, "of the random numbers")
	flag.BoolVar(&o.doubts, "doubts", false, "only the doubts of the graph about itself")
	flag.Parse()
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "study:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	if o.doubts {
		doubts, err := studyDoubts(o)
		printDoubts(doubts)
		return err
	}
	worlds, err := everyWorld(o)
	if err != nil {
		return err
	}
	tallies := make([]tally, len(damages()))
	errs := make([]error, len(tallies))
	var wait sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, d := range damages() {
		wait.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			tallies[i].damage = d.name
			errs[i] = tallies[i].study(ctx, o, worlds, d, uint64(i))
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	print(o, worlds, tallies)
	doubts, err := studyDoubts(o)
	if err != nil {
		return err
	}
	printDoubts(doubts)
	return nil
}

// everyWorld is the sampled networks, if they are there, and two made here.
func everyWorld(o options) ([]*world, error) {
	var out []*world
	if _, err := os.Stat(o.data); err == nil {
		asia, err := sampled(o.data, "asia", "smoke", "bronc", "lung", "tub")
		if err != nil {
			return nil, err
		}
		agentops, err := sampled(o.data, "agentops_a", "complex", "deep_design", "write_tests", "retry")
		if err != nil {
			return nil, err
		}
		out = append(out, asia, agentops)
	} else {
		fmt.Fprintf(os.Stderr, "study: no sampled networks in %s; only the study's own are asked\n", o.data)
	}
	for _, size := range []int{10, 16} {
		w, err := made(fmt.Sprintf("made %d", size), size, o.seed)
		if err != nil {
			return nil, err
		}
		out = append(out, w)
	}
	return out, nil
}

// study asks of records with one damage.
func (t *tally) study(ctx context.Context, o options, worlds []*world, d damage, number uint64) error {
	for i, w := range worlds {
		for n := range o.records {
			// The episodes are the same for every damage; what is damaged is not.
			whole := w.sample(o.episodes, rand.New(rand.NewPCG(o.seed, uint64(1000*i+n))))
			r := rand.New(rand.NewPCG(o.seed+number+1, uint64(1000*i+n)))
			rec := record{sample: whole, links: append([]arrow{}, w.links...)}
			d.do(w, &rec, r)
			a := asking{w: w, whole: whole, rec: rec, said: estimation.Graph{Parents: parents(rec.links, len(w.nodes))}, out: t, r: r}
			a.learned = estimation.Learn(rec.sample, a.said)
			if err := a.all(ctx); err != nil {
				return fmt.Errorf("%s: %w", d.name, err)
			}
		}
	}
	return nil
}

// all asks every kind of question.
func (a *asking) all(ctx context.Context) error {
	q, err := a.rec.report(ctx, a.w)
	if err != nil {
		return err
	}
	a.out.quality(q)
	a.out.circles += a.rec.circles
	if err := a.effects(ctx); err != nil {
		return err
	}
	if !a.w.noisy {
		return nil // a table is only one of many mechanisms with its probabilities
	}
	return a.wouldHave(ctx)
}
