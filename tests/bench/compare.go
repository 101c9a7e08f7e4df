package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// question is one kind of question with its variants, asked in turn.
type question struct {
	name string
	// aim is the most that native to bare should be, aimEmbedded embedded to native.
	aim, aimEmbedded float64
	limit            time.Duration
	// ours are the requests; check looks at the answer of each before anything is timed.
	ours  []request
	check func(answer []byte, variant int) error
	// bare asks the same of the engine itself; nil when there is nothing to ask it.
	bare func(ctx context.Context, variant int) error
}

// variants is how many different requests a question has.
const variants = 100

// Before the clock runs, each variant is asked once on both sides, and up to warmRounds
// times while that takes less than warmTime.
const (
	warmRounds = 5
	warmTime   = 8 * time.Second
)

// asked are how long the answers of the sides took.
type asked struct{ embedded, native, bare measure.Timings }

// ask compares every question.
func (b *bench) ask(ctx context.Context, c *corpus.Corpus, project string) error {
	questions, err := b.questions(ctx, c, project)
	if err != nil {
		return err
	}
	for _, q := range questions {
		if !strings.Contains(q.name, b.only) {
			continue
		}
		took, err := b.compare(ctx, q)
		if err != nil {
			return fmt.Errorf("ask for %s: %w", q.name, err)
		}
		native := measure.NewLatency(q.name, c.Size(), took.native, took.bare, q.aim, q.limit)
		embedded := measure.NewLatency(q.name, c.Size(), took.embedded, took.native, q.aimEmbedded, q.limit)
		b.say("%s: embedded %.2f ms, native %.2f ms, bare %.2f ms", q.name, embedded.OursP50, native.OursP50, native.BaseP50)
		b.toBare.Latencies = append(b.toBare.Latencies, native)
		b.toNative.Latencies = append(b.toNative.Latencies, embedded)
	}
	return nil
}

// compare asks all sides by turns; who is first changes, because those after it find warm caches.
func (b *bench) compare(ctx context.Context, q question) (took asked, err error) {
	if err := b.warm(ctx, q); err != nil {
		return took, err
	}
	stop, err := b.profile(q.name)
	if err != nil {
		return took, err
	}
	defer stop()
	for i := range b.n {
		variant := i % len(q.ours)
		sides := []func() error{
			func() error {
				return timed(&took.embedded, func() error { return b.askOurs(ctx, b.embedded, q, variant) })
			},
			func() error { return timed(&took.native, func() error { return b.askOurs(ctx, b.native, q, variant) }) },
		}
		if q.bare != nil {
			sides = append(sides, func() error { return timed(&took.bare, func() error { return q.bare(ctx, variant) }) })
		}
		for k := range sides {
			if err := sides[(i+k)%len(sides)](); err != nil {
				return took, err
			}
		}
	}
	return took, nil
}

func (b *bench) askOurs(ctx context.Context, s *side, q question, variant int) error {
	_, err := post(ctx, s.server, q.ours[variant])
	return err
}

// warm asks every variant on all sides and checks the answers.
func (b *bench) warm(ctx context.Context, q question) error {
	began := time.Now()
	for i := range warmRounds * len(q.ours) {
		if i >= len(q.ours) && time.Since(began) > warmTime {
			return nil
		}
		variant := i % len(q.ours)
		for _, s := range []*side{b.embedded, b.native} {
			answer, err := post(ctx, s.server, q.ours[variant])
			if err != nil {
				return err
			}
			if err := q.check(answer, variant); err != nil {
				return fmt.Errorf("variant %d: %w", variant, err)
			}
		}
		if q.bare == nil {
			continue
		}
		if err := q.bare(ctx, variant); err != nil {
			return fmt.Errorf("by the bare client: %w", err)
		}
	}
	return nil
}

func timed(to *measure.Timings, do func() error) error {
	began := time.Now()
	err := do()
	*to = append(*to, time.Since(began))
	return err
}

// profile writes a CPU profile of this process until stop, when a folder was named.
func (b *bench) profile(of string) (stop func(), err error) {
	if b.profiles == "" {
		return func() {}, nil
	}
	name := strings.NewReplacer(" ", "_", ",", "").Replace(of) + ".pprof"
	f, err := os.Create(filepath.Join(b.profiles, name))
	if err != nil {
		return nil, fmt.Errorf("make a profile: %w", err)
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, fmt.Errorf("start a profile: %w", err)
	}
	return func() {
		pprof.StopCPUProfile()
		_ = f.Close()
	}, nil
}
