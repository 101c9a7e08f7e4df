package recall_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/tests/harness"
)

// learning returns a service over the same engines that learns vectors from the memory.
func (m *fixture) learning() *memory.Episodes {
	m.t.Helper()
	return memory.NewEpisodes(memory.EpisodeParts{Store: m.store, Index: m.index, Fallback: m.fallback, Embedder: m.learned()}, m.clock)
}

// standard returns a service over the same engines with vectors as by default.
func (m *fixture) standard() *memory.Episodes {
	m.t.Helper()
	return memory.NewEpisodes(memory.EpisodeParts{Store: m.store, Index: m.index, Fallback: m.fallback, Embedder: m.embedder("")}, m.clock)
}

// learned returns what learns vectors.
func (m *fixture) learned() episodic.Embedder { return m.embedder(embedding.ProviderLearned) }

// embedder returns what makes the vectors of a provider.
func (m *fixture) embedder(provider string) episodic.Embedder {
	m.t.Helper()
	embedder, end, err := embedding.New(embedding.Options{Provider: provider})
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() {
		if err := end(); err != nil {
			m.t.Error(err)
		}
	})
	return embedder
}

// maintain lets a service look after the indexes once and returns the state of the test's.
func (m *fixture) maintain(s *memory.Episodes) index.Info {
	m.t.Helper()
	if _, err := s.Index.Maintain(m.t.Context(), false); err != nil {
		m.t.Fatal(err)
	}
	return m.info(s)
}

func (m *fixture) info(s *memory.Episodes) index.Info {
	m.t.Helper()
	infos, err := s.Index.Infos(m.t.Context(), []string{m.project})
	if err != nil {
		m.t.Fatal(err)
	}
	return infos[m.project]
}

// stories are episodes on two subjects; what one of them says of its subject, another says in
// other words.
func stories(from, to int) []episodic.Episode {
	var all []episodic.Episode
	for i := from; i < to; i++ {
		subject := [][3]string{
			{"database", "postgres index vacuum", "slow query on the orders table"},
			{"frontend", "button colour stylesheet", "the layout of the login page"},
		}[i%2]
		all = append(all, episodic.Episode{
			ID: fmt.Sprintf("ep-%03d", i), Task: fmt.Sprintf("%s work %d: %s", subject[0], i, subject[1+i/2%2]),
			Events: []episodic.Event{{ID: "e1", Content: subject[1]}, {ID: "e2", Content: subject[2]}},
		})
	}
	return all
}

func (m *fixture) recordAll(s *memory.Episodes, all []episodic.Episode) {
	m.t.Helper()
	if _, err := s.Recording.RecordAll(m.t.Context(), m.project, all, true, episodic.StateIndexed); err != nil {
		m.t.Fatal(err)
	}
}

func TestGeneration_learned(t *testing.T) {
	harness.Beside(t)
	m := newMemory(t)
	s := m.learning()
	m.recordAll(s, stories(0, 20))
	if info := m.maintain(s); info.Active.Number != 1 || info.Count.Embedded != 0 || info.Count.Chunks != 40 {
		t.Errorf("40 chunks are too few to learn from: %+v", info)
	}
	few := m.recall(s, recall.Question{Text: "vacuum"})
	if len(few.Hits) == 0 || !few.Degraded || few.Reason == "" {
		t.Errorf("words are found, and why there are no vectors is said: %+v", few)
	}
	m.recordAll(s, stories(20, 40))
	info := m.maintain(s)
	if info.Active.Number != 2 || info.Active.Provider != embedding.ProviderLearned || info.Active.Fingerprint == "" ||
		info.Count.Chunks != 80 || info.Count.Embedded != 80 || info.Building.Number != 0 {
		t.Fatalf("80 chunks are enough: %+v", info)
	}
	if held, err := m.index.ListGenerations(t.Context(), m.project); err != nil || !slices.Equal(held, []int{2}) {
		t.Errorf("generation 1 is dropped: %v, %v", held, err)
	}
	// "stylesheet" stands in half of the episodes on the frontend; the others are near.
	only := 1.0
	near := m.recall(s, recall.Question{Text: "stylesheet", Alpha: &only, Limit: 20})
	if near.Degraded || len(near.Hits) != 20 {
		t.Fatalf("by vectors alone: %d hits, %s", len(near.Hits), near.Reason)
	}
	for _, h := range near.Hits {
		if h.Terms.Similarity == nil || h.Terms.WordScore != nil || h.Stored.Episode.Task[:8] != "frontend" {
			t.Errorf("%s: %+v", h.Stored.Episode.Task, h.Terms)
		}
	}
	receipt, err := s.Recording.Record(t.Context(), m.project, stories(40, 41)[0], episodic.StateEmbedded)
	if err != nil || receipt.State != episodic.StateEmbedded {
		t.Errorf("a vector that takes no time is there at once: %+v, %v", receipt, err)
	}
	if again := m.maintain(s); again.Active.Number != 2 {
		t.Errorf("nothing asks for another generation: %+v", again)
	}
	m.recordAll(s, stories(41, 90))
	if info := m.maintain(s); info.Active.Number != 3 || info.Count.Embedded != info.Count.Chunks {
		t.Errorf("the text has doubled: %+v", info)
	}
}

// A home whose vectors an earlier version learned is searched as it is, by words, until it has the vectors of this
// version, of another dimension; and the other way round when the setting is changed back.
func TestGeneration_otherProvider(t *testing.T) {
	harness.Beside(t)
	m := newMemory(t)
	learning, standard := m.learning(), m.standard()
	m.recordAll(learning, stories(0, 40))
	old := m.maintain(learning)
	if old.Active.Provider != embedding.ProviderLearned || old.Active.Dimension != 384 || old.Count.Embedded != 80 {
		t.Fatalf("the old home: %+v", old)
	}
	state := old.IndexState
	state.Active.Recipe, state.Version, state.ChangedAt = 2, state.Version+1, m.clock()
	if err := m.store.SetIndexState(t.Context(), m.project, state); err != nil {
		t.Fatal(err)
	}
	fresh := m.standard()
	before := m.recall(fresh, recall.Question{Text: "vacuum", Limit: 30})
	if len(before.Hits) != 20 || !before.Degraded || before.Reason == "" {
		t.Errorf("until then words are found, and why there are no vectors is said: %d hits, %+v", len(before.Hits), before.Reason)
	}
	m.record(fresh, simple("meanwhile", "one more vacuum"))
	info := m.maintain(fresh)
	if info.Active.Provider != embedding.ProviderStatic || info.Active.Dimension != 256 || info.Active.Recipe != episodic.IndexRecipe ||
		info.Count.Embedded != info.Count.Chunks || info.Count.Chunks != 81 {
		t.Fatalf("the new home: %+v", info)
	}
	if held, err := m.index.ListGenerations(t.Context(), m.project); err != nil || len(held) != 1 {
		t.Errorf("the old vectors are dropped: %v, %v", held, err)
	}
	only := 1.0
	if near := m.recall(standard, recall.Question{Text: "hoover", Alpha: &only, Limit: 5}); near.Degraded || len(near.Hits) != 5 {
		t.Errorf("by vectors alone: %d hits, %s", len(near.Hits), near.Reason)
	}
	learning = m.learning()
	if between := m.recall(learning, recall.Question{Text: "vacuum"}); !between.Degraded {
		t.Error("the vectors of another model are compared with a question")
	}
	if back := m.maintain(learning); back.Active.Provider != embedding.ProviderLearned || back.Active.Dimension != 384 ||
		back.Count.Embedded != back.Count.Chunks {
		t.Errorf("back again: %+v", back)
	}
}

// A project that an earlier version indexed is found as it is and built anew by itself.
func TestGeneration_oldRecipe(t *testing.T) {
	harness.Beside(t)
	m := newMemory(t)
	m.recordAll(m.service, stories(0, 4))
	old := episodic.OldIndexState()
	old.Version, old.ChangedAt = m.info(m.service).Version+1, m.clock()
	if err := m.store.SetIndexState(t.Context(), m.project, old); err != nil {
		t.Fatal(err)
	}
	fresh := m.fresh()
	if got := m.recall(fresh, recall.Question{Text: "vacuum"}); len(got.Hits) != 2 {
		t.Errorf("before: %v", ids(got))
	}
	if _, err := fresh.Index.Check(t.Context(), m.project, false, nil); !errors.Is(err, episodic.ErrOldIndex) {
		t.Errorf("a check before says so: %v", err)
	}
	m.record(fresh, simple("one-more", "one more vacuum"))
	if info := m.maintain(fresh); info.Active.Number != 2 || info.Active.Recipe != episodic.IndexRecipe || info.Count.Chunks != 9 {
		t.Errorf("after: %+v", info)
	}
	if report, err := fresh.Index.Check(t.Context(), m.project, false, nil); err != nil || len(report.Findings) > 0 {
		t.Errorf("a check after: %+v, %v", report, err)
	}
}

// Five readers ask while a generation is built and swapped, and two writers write: no answer
// is ever half, and what was acknowledged is in the new generation.
func TestGeneration_readWhileBuilt(t *testing.T) {
	harness.Beside(t)
	m := newMemory(t)
	s := m.learning()
	m.recordAll(s, stories(0, 120))
	ctx, stop := context.WithCancel(t.Context())
	var asking sync.WaitGroup
	var answers atomic.Int64
	for range 5 {
		asking.Go(func() {
			for ctx.Err() == nil {
				a, err := s.Recall.Recall(ctx, recall.Question{Project: m.project, Text: "vacuum layout work", Limit: 100})
				if err != nil {
					if ctx.Err() == nil {
						t.Error(err)
					}
					return
				}
				if len(a.Hits) != 100 || !a.More {
					t.Errorf("half an answer: %d hits, more %t", len(a.Hits), a.More)
					return
				}
				answers.Add(1)
			}
		})
	}
	var written atomic.Int64
	asking.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			id := fmt.Sprintf("late-%03d", i)
			if _, err := s.Recording.Record(ctx, m.project, simple(id, "late work "+id), episodic.StateIndexed); err != nil {
				return
			}
			written.Store(int64(i + 1))
		}
	})
	for range 3 {
		if err := s.Index.Reindex(t.Context(), m.project, nil); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	asking.Wait()
	m.settle()
	n := int(written.Load())
	if answers.Load() < 20 || n < 5 {
		t.Errorf("%d answers and %d writes are too few to tell", answers.Load(), n)
	}
	info := m.info(s)
	if info.Active.Number != 4 || info.Count.Chunks < 240+n {
		t.Errorf("generation %d has %d chunks, want 240 and %d late ones", info.Active.Number, info.Count.Chunks, n)
	}
	if report, err := s.Index.Check(t.Context(), m.project, false, nil); err != nil || len(report.Findings) > 0 {
		t.Errorf("check: %+v, %v", report, err)
	}
}

// A build that is cut off is taken up where it stands, by another process and not before it
// is clear that nobody goes on.
func TestGeneration_cutOff(t *testing.T) {
	harness.Beside(t)
	m := newMemory(t)
	s := m.learning()
	m.recordAll(s, stories(0, 250))
	ctx, cut := context.WithCancel(t.Context())
	defer cut()
	err := s.Index.Reindex(ctx, m.project, func(done, _ int) {
		if done >= 100 {
			cut()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("cut off: %v", err)
	}
	state := m.info(s).IndexState
	if state.Active.Number != 1 || state.Building.Number != 2 || state.Built != 100 || !state.ChangedAt.IsZero() {
		t.Fatalf("after the cut: %+v", state)
	}
	// A process that is killed says nothing any more.
	state.Version++
	state.ChangedAt = m.clock()
	if err := m.store.SetIndexState(t.Context(), m.project, state); err != nil {
		t.Fatal(err)
	}
	other := m.learning()
	if err := other.Index.Reindex(t.Context(), m.project, nil); !errors.Is(err, index.ErrBuilding) {
		t.Errorf("somebody builds: %v", err)
	}
	if got := m.recall(other, recall.Question{Text: "vacuum"}); len(got.Hits) != 100 {
		t.Errorf("meanwhile the old one answers: %d hits", len(got.Hits))
	}
	m.ahead(time.Minute)
	first := 0
	if err := other.Index.Reindex(t.Context(), m.project, func(done, _ int) {
		if first == 0 {
			first = done
		}
	}); err != nil || first != 200 {
		t.Errorf("the build goes on from 100, the first step is to %d: %v", first, err)
	}
	if info := m.info(other); info.Active.Number != 2 || info.Count.Embedded != 500 {
		t.Errorf("at last: %+v", info)
	}
}
