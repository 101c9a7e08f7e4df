package recall_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/tests/harness"
)

// instance is a service over connections of its own, with the settings of its last start.
type instance struct {
	*fixture
	clock   func() time.Time
	current atomic.Pointer[memory.Episodes]
}

// start starts it anew with an embedder, nil for none.
func (i *instance) start(embedder episodic.Embedder) *memory.Episodes {
	s := memory.NewEpisodes(memory.EpisodeParts{Store: i.store, Index: i.index, Fallback: i.fallback, Embedder: embedder}, i.clock)
	i.current.Store(s)
	return s
}

// readQuestions are asked without a pause: by default, by meaning alone, and by both.
func readQuestions(project string) []recall.Question {
	half, only := .5, 1.0
	return []recall.Question{
		{Project: project, Text: "vacuum", Limit: 100},
		{Project: project, Text: "hoover the carpet", Limit: 100, Alpha: &only},
		{Project: project, Text: "the layout of a slow query", Limit: 100, Alpha: &half},
	}
}

// answerText is an answer as it can be compared: every hit with its terms.
func answerText(a recall.Answer) string {
	number := func(n *float64) string {
		if n == nil {
			return "-"
		}
		return fmt.Sprintf("%.3f", *n)
	}
	lines := make([]string, len(a.Hits))
	for i, h := range a.Hits {
		lines[i] = fmt.Sprintf("%s %s words %s cosine %s", h.Episode, number(&h.Score), number(h.Terms.WordShare), number(h.Terms.Similarity))
	}
	slices.Sort(lines) // those that are equally good have no order
	return strings.Join(lines, "\n")
}

// readers ask two instances without a pause and keep every answer.
type readers struct {
	sync.WaitGroup
	answers sync.Map
	count   atomic.Int64
}

func (r *readers) begin(ctx context.Context, t *testing.T, of *instance) {
	r.Go(func() {
		questions := readQuestions(of.project)
		for n := 0; ctx.Err() == nil; n++ {
			a, err := of.current.Load().Recall.Recall(t.Context(), questions[n%len(questions)])
			if err != nil {
				t.Errorf("a reader gets an error: %v", err)
				return
			}
			r.answers.Store([2]string{questions[n%len(questions)].Text, answerText(a)}, a.Reason)
			r.count.Add(1)
		}
	})
}

// TestGeneration_providers changes from learned vectors to the table, to the sentence model and back, on two instances of which one is
// started anew after the other, while both are read without a pause. No answer is an error, each is of one generation or by words alone, the
// instance with the old settings leaves the new generation alone, and nothing of the old one stays.
func TestGeneration_providers(t *testing.T) {
	harness.Beside(t)
	m := newMemory(t)
	sentences, _ := local(t)
	first, second := &instance{fixture: m, clock: m.clock}, &instance{fixture: m.beside(), clock: m.clock}
	steps := []struct {
		provider  string
		dimension int
		embedder  episodic.Embedder
	}{
		{embedding.ProviderLearned, 384, m.learned()},
		{embedding.ProviderStatic, 256, m.embedder(embedding.ProviderStatic)},
		{embedding.ProviderLocal, 384, sentences},
		{embedding.ProviderStatic, 256, m.embedder(embedding.ProviderStatic)},
		{embedding.ProviderLearned, 384, m.learned()},
	}
	m.recordAll(first.start(nil), stories(0, 40))
	m.ahead(time.Minute)
	m.maintain(second.start(nil)) // as every service does when it starts
	known := map[[2]string]string{}
	learn := func(name string, s *memory.Episodes) {
		for _, q := range readQuestions(m.project) {
			a := m.recall(s, q)
			if len(a.Hits) < 20 && q.Alpha == nil {
				t.Errorf("%s finds %d episodes", name, len(a.Hits))
			}
			known[[2]string{q.Text, answerText(a)}] = name
		}
	}
	learn("words", first.current.Load())
	ctx, stop := context.WithCancel(t.Context())
	var reading readers
	for _, of := range []*instance{first, first, second, second} {
		reading.begin(ctx, t, of)
	}
	last := episodic.Generation{}
	for _, s := range steps {
		m.ahead(time.Minute) // nobody works on the index any more
		started := first.start(s.embedder)
		info := m.maintain(started)
		if info.Active.Provider != s.provider || info.Active.Dimension != s.dimension || info.Count.Embedded != info.Count.Chunks || info.Count.Chunks != 80 {
			t.Errorf("%s: %+v", s.provider, info)
		}
		learn(s.provider, started)
		m.onlyGeneration(info.Active, last)
		for range 3 {
			m.ahead(time.Minute)
			if again := m.maintain(second.current.Load()); again.Active.Number != info.Active.Number {
				t.Fatalf("the instance with the settings of before builds anew: %+v after %+v", again.Active, info.Active)
			}
		}
		second.start(s.embedder)
		if again := m.maintain(second.current.Load()); again.Active.Number != info.Active.Number || again.Building.Number != 0 {
			t.Errorf("the second instance builds again: %+v after %+v", again.IndexState, info.IndexState)
		}
		last = info.Active
	}
	before := reading.count.Load()
	harness.Eventually(t, "further answers", func() bool { return reading.count.Load() >= before+20 || t.Failed() })
	stop()
	reading.Wait()
	seen := map[string]int{}
	reading.answers.Range(func(key, reason any) bool {
		of, ok := known[key.([2]string)]
		if !ok {
			t.Errorf("an answer of no generation to %q (%v):\n%.400s", key.([2]string)[0], reason, key.([2]string)[1])
		}
		seen[of]++
		return true
	})
	if len(seen) != 4 {
		t.Errorf("answers are of %v, want words and three kinds of vectors", seen)
	}
	t.Logf("%d answers, different ones of %v", reading.count.Load(), seen)
}

// onlyGeneration fails if the index or the graph holds another generation than the active one, or the model of the one before.
func (m *fixture) onlyGeneration(active, before episodic.Generation) {
	m.t.Helper()
	if held, err := m.index.ListGenerations(m.t.Context(), m.project); err != nil || !slices.Equal(held, []int{active.Number}) {
		m.t.Errorf("the index holds the generations %v, %v; %d is active", held, err, active.Number)
	}
	if active.Fingerprint == before.Fingerprint {
		m.t.Errorf("two generations have the fingerprint %s", active.Fingerprint)
	}
	if before.Fingerprint == "" {
		return
	}
	if _, err := m.store.GetModel(m.t.Context(), m.project, before.Fingerprint); !errors.Is(err, episodic.ErrNotFound) {
		m.t.Errorf("the model of generation %d is still there: %v", before.Number, err)
	}
	at := episodic.IndexGeneration{Project: m.project, Generation: before.Number}
	if counts, err := m.index.CountChunks(m.t.Context(), []episodic.IndexGeneration{at}); err != nil || counts[at].Chunks != 0 {
		m.t.Errorf("generation %d still has %+v, %v", before.Number, counts[at], err)
	}
}
