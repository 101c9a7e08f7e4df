package ingest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/write"
)

// batch are tasks whose episodes are recorded in one transaction; none has the id of another.
type batch struct {
	tasks []*task
	size  int
	ids   map[string]bool
	// recorded waits until the batch is recorded.
	recorded func() recorded
}

// recorded is what became of a batch: outcomes of its first tasks or of all, and an error that ends the import.
type recorded struct {
	outcomes []outcome
	err      error
}

// outcome is what became of a task.
type outcome struct {
	receipt episodic.Receipt
	err     error
}

// batches are the open tasks. Each is made when it is asked for, so that no more of them are in memory than are under way.
func (run *importing) batches() iter.Seq[*batch] {
	return func(yield func(*batch) bool) {
		b := &batch{ids: map[string]bool{}}
		for _, t := range run.tasks {
			if !t.isOpen() {
				continue
			}
			full := len(b.tasks) == run.options.BatchEpisodes || b.size+t.size > run.options.BatchBytes
			if len(b.tasks) > 0 && (full || b.ids[t.item.Episode]) {
				if !yield(b) {
					return
				}
				b = &batch{ids: map[string]bool{}}
			}
			b.tasks, b.size = append(b.tasks, t), b.size+t.size
			b.ids[t.item.Episode] = true
		}
		if len(b.tasks) > 0 {
			yield(b)
		}
	}
}

// waitsFor reports whether one batch revises an episode of the other.
func (b *batch) waitsFor(other *batch) bool {
	for id := range b.ids {
		if other.ids[id] {
			return true
		}
	}
	return false
}

// write records the open tasks in batches, which are committed in their order. With [Options.Ahead] the next is read and prepared
// while one is written.
func (run *importing) write(ctx context.Context) (err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var order write.Sequence
	var before *batch
	settle := func() {
		if before == nil {
			return
		}
		if failed := run.settle(before); err == nil {
			err = failed
		}
		before = nil
	}
	for b := range run.batches() {
		if !run.options.Ahead || before != nil && b.waitsFor(before) {
			settle()
		}
		if err != nil {
			break
		}
		within, end := order.Begin(ctx)
		b.recorded = ahead(func() recorded {
			defer end()
			r := run.record(ctx, within, b.tasks)
			if r.err != nil {
				stop() // before the next one has its turn
			}
			return r
		})
		settle()
		before = b
	}
	settle()
	return err
}

// settle waits for a batch and notes what became of its tasks.
func (run *importing) settle(b *batch) error {
	r := b.recorded()
	for i, o := range r.outcomes {
		t := b.tasks[i]
		var invalid *problem.InvalidError
		switch {
		case o.err == nil:
			t.item.settle(o.receipt)
		case errors.As(o.err, &invalid):
			t.item.refuse(o.err)
		default:
			t.item.Status, t.item.Reason = StatusNotWritten, o.err.Error()
		}
	}
	run.tell()
	return r.err
}

// fewEpisodes are so few that no engine needs too long for them.
const fewEpisodes = 25

// record writes one batch within a sequence. If that fails for a reason that may lie in one episode, or in that there are many, it
// writes each quarter alone, so that only what cannot be written is left out; the next batch waits for all of them.
func (run *importing) record(ctx, within context.Context, tasks []*task) (r recorded) {
	receipts, err := run.recordAll(within, tasks)
	if err == nil {
		for _, receipt := range receipts {
			r.outcomes = append(r.outcomes, outcome{receipt: receipt})
		}
		return r
	}
	tooMany := len(tasks) > fewEpisodes && errors.Is(err, episodic.ErrUnavailable) && ctx.Err() == nil
	switch {
	case ends(ctx, err) && !tooMany:
		return recorded{err: err}
	case len(tasks) == 1:
		return recorded{outcomes: []outcome{{err: err}}}
	}
	if err := write.AwaitTurn(within); err != nil {
		return recorded{err: err}
	}
	for part := range slices.Chunk(tasks, (len(tasks)+3)/4) {
		of := run.record(ctx, ctx, part)
		r.outcomes = append(r.outcomes, of.outcomes...)
		if of.err != nil {
			r.err = of.err
			break
		}
	}
	return r
}

func (run *importing) recordAll(ctx context.Context, tasks []*task) ([]episodic.Receipt, error) {
	episodes := make([]episodic.Episode, len(tasks))
	for i, t := range tasks {
		var err error
		if episodes[i], err = run.spool.episode(t.at, t.size); err != nil {
			return nil, err
		}
	}
	ctx, done := finishing(ctx)
	defer done()
	receipts, err := run.to.RecordAll(ctx, run.options.Project, episodes, false, run.options.Wait)
	if err != nil {
		return nil, fmt.Errorf("write %d episodes from %s on: %w", len(tasks), tasks[0].item.File, err)
	}
	if len(receipts) != len(tasks) {
		return nil, fmt.Errorf("write %d episodes: %d receipts came back", len(tasks), len(receipts))
	}
	return receipts, nil
}
