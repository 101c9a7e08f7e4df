package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// readers is how many ask at once, without a pause, while the index is built anew. It is built
// again until leastRead has passed, and not to the end after mostRead.
const (
	readers   = 5
	leastRead = 8 * time.Second
	mostRead  = 3 * time.Minute
)

// read compares what the readers wait while the index is built anew with what they wait
// before and after that.
func (v *vectors) read(ctx context.Context) error {
	stop, err := v.profile(fmt.Sprintf("reading %s %d", v.name, v.chunks))
	if err != nil {
		return err
	}
	defer stop()
	quietly := func() error {
		time.Sleep(leastRead / 2)
		return nil
	}
	before, err := v.readDuring(ctx, quietly)
	if err != nil {
		return err
	}
	began, builds := time.Now(), 0
	while, err := v.readDuring(ctx, func() error {
		building, cut := context.WithTimeout(ctx, mostRead)
		defer cut()
		for builds == 0 || time.Since(began) < leastRead {
			if err := v.service.Index.Reindex(building, v.project, nil); err != nil {
				return unlessCut(building, err)
			}
			builds++
		}
		return nil
	})
	took := time.Since(began)
	if err != nil {
		return err
	}
	after, err := v.readDuring(ctx, quietly)
	if err != nil {
		return err
	}
	l := measure.NewLatency(fmt.Sprintf("%s, %d readers, %d chunks", v.name, readers, v.chunks), v.corpus.Size(), while, append(before, after...), 0, 0)
	l.AimP95 = readAim
	v.withVectors.reading.Latencies = append(v.withVectors.reading.Latencies, l)
	v.say("%s: p95 of readers %.1f ms in %d whole builds and %.1f s, else %.1f ms", v.name, l.OursP95, builds, took.Seconds(), l.BaseP95)
	return nil
}

// unlessCut returns an error unless it comes of the end of a time.
func unlessCut(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// readDuring has all readers ask until what they are to ask beside has ended.
func (v *vectors) readDuring(ctx context.Context, beside func() error) (measure.Timings, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	texts := v.corpus.Questions(variants)
	took := make([]measure.Timings, readers)
	failed := make([]error, readers+1)
	var asking sync.WaitGroup
	for r := range readers {
		asking.Go(func() {
			for i := r * variants / readers; ctx.Err() == nil; i++ {
				var one measure.Timings
				err := timed(&one, func() error { return v.recall(ctx, v.service, texts[i%variants], true) })
				if ctx.Err() != nil {
					return
				}
				if err != nil {
					failed[r] = err
					return
				}
				took[r] = append(took[r], one...)
			}
		})
	}
	failed[readers] = beside()
	stop()
	asking.Wait()
	return slices.Concat(took...), errors.Join(failed...)
}
