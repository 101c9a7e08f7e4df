package recall_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/tests/harness"
)

// A build that has just ended drops the models that are not in use. One that another process
// began meanwhile keeps its own.
func TestGeneration_oneAfterAnother(t *testing.T) {
	harness.Beside(t)
	m := newMemory(t)
	first, second := m.learning(), m.learning()
	m.recordAll(first, stories(0, 40))
	before := m.info(first).Active.Number
	built := make(chan error, 1)
	go func() { built <- first.Index.Reindex(t.Context(), m.project, nil) }()
	harness.Eventually(t, "the first build is active", func() bool { return m.info(second).Active.Number > before })
	m.recordAll(second, stories(40, 80))
	if err := second.Index.Reindex(t.Context(), m.project, nil); err != nil {
		t.Errorf("the second build: %v", err)
	}
	if err := <-built; err != nil {
		t.Errorf("the first build: %v", err)
	}
	third := m.learning()
	only := 1.0
	if got := m.recall(third, recall.Question{Text: "vacuum", Alpha: &only}); got.Degraded || len(got.Hits) == 0 {
		t.Errorf("by vectors, in a process that holds no model yet: %d hits, %s", len(got.Hits), got.Reason)
	}
	if info := m.info(third); info.Active.Number != before+2 || info.Building.Number != 0 || info.Count.Embedded != info.Count.Chunks {
		t.Errorf("at last: %+v", info)
	}
}

// held is an embedder whose Prepare waits.
type held struct {
	episodic.Embedder
	begun, release chan struct{}
}

func (h held) Prepare(ctx context.Context, corpus episodic.Corpus) (episodic.ModelData, error) {
	close(h.begun)
	<-h.release
	return h.Embedder.Prepare(ctx, corpus)
}

// A process that began before and is late takes nothing away from the one that builds.
func TestGeneration_late(t *testing.T) {
	harness.Beside(t)
	m := newMemory(t)
	builder := m.learning()
	m.recordAll(builder, stories(0, 230))
	h := held{m.learned(), make(chan struct{}), make(chan struct{})}
	late := memory.NewEpisodes(memory.EpisodeParts{Store: m.store, Index: m.index, Fallback: m.fallback, Embedder: h}, m.clock)
	result := make(chan error, 1)
	go func() { result <- late.Index.Reindex(t.Context(), m.project, nil) }()
	<-h.begun
	var lateErr error
	if err := builder.Index.Reindex(t.Context(), m.project, func(done, _ int) {
		if done > 0 && lateErr == nil {
			close(h.release)
			lateErr = <-result
		}
	}); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(lateErr, index.ErrBuilding) {
		t.Errorf("the late one: %v", lateErr)
	}
	info := m.info(builder)
	if info.Active.Number != 2 || info.Building.Number != 0 || info.Count.Chunks != 460 || info.Count.Embedded != 460 {
		t.Errorf("at last: %+v", info)
	}
}

// Of several processes that begin at the same time one builds; none takes away what it writes.
func TestGeneration_allAtOnce(t *testing.T) {
	harness.Beside(t)
	m := newMemory(t)
	services := []*memory.Episodes{m.learning(), m.learning(), m.learning()}
	m.recordAll(services[0], stories(0, 230))
	for round := 1; round <= 3; round++ {
		results := make([]error, len(services))
		var building sync.WaitGroup
		for i, s := range services {
			building.Go(func() { results[i] = s.Index.Reindex(t.Context(), m.project, nil) })
		}
		building.Wait()
		done := 0
		for i, err := range results {
			if err == nil {
				done++
			} else if !errors.Is(err, index.ErrBuilding) {
				t.Errorf("round %d, process %d: %v", round, i, err)
			}
		}
		info := m.info(services[0])
		if done == 0 || info.Building.Number != 0 || info.Count.Chunks != 460 || info.Count.Embedded != 460 {
			t.Errorf("round %d: %d built, %+v", round, done, info)
		}
	}
	report, err := services[0].Index.Check(t.Context(), m.project, false, nil)
	if err != nil || len(report.Findings) > 0 {
		t.Errorf("check: %+v, %v", report, err)
	}
}
