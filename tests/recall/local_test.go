package recall_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/questions"
)

// local returns the sentence model, and a function that makes services with it.
func local(t *testing.T) (episodic.Embedder, func(m *fixture) *memory.Episodes) {
	t.Helper()
	embedder, end, err := embedding.New(embedding.Options{
		Provider: embedding.ProviderLocal, Local: enginetest.SentenceModel(t), CachePath: filepath.Join(t.TempDir(), "vectors.db"),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := end(); err != nil {
			t.Error(err)
		}
	})
	return embedder, func(m *fixture) *memory.Episodes {
		return memory.NewEpisodes(memory.EpisodeParts{Store: m.store, Index: m.index, Fallback: m.fallback, Embedder: embedder}, m.clock)
	}
}

// TestQuestions_local asks the questions about the examples, and the pairs among them, with the sentence model.
func TestQuestions_local(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	pairs, more, err := questions.Pairs()
	if err != nil {
		t.Fatal(err)
	}
	embedder, service := local(t)
	examples := exampleEpisodes(t)
	for name, c := range map[string]struct {
		list   []questions.Question
		pairs  bool
		floors map[questions.Kind]questions.Quality
	}{
		"examples": {load(t, questions.Examples), false, localFloors()},
		"pairs":    {pairs, true, map[questions.Kind]questions.Quality{questions.KindParaphrase: {RecallAt5: .91, RecallAt10: .95, MRR: .88}}},
	} {
		m := memoryOver(t, (*fixture).open)
		s := askedSet{m, service(m)}
		all := examples
		if c.pairs {
			all = append(all, more...)
		}
		m.recordAll(s.asked, all)
		if info := m.maintain(s.asked); info.Active.Provider != embedding.ProviderLocal || info.Count.Chunks == 0 || info.Count.Embedded != info.Count.Chunks {
			t.Fatalf("not everything has a vector: %+v", info)
		}
		embedAhead(t, embedder, append(c.list, questions.Question{Text: "duplicate payments"}))
		atLeast(t, name, s.evaluate(c.list, s.search(nil, 10, 0)), c.floors)
		if a := s.recall(s.asked, recall.Question{Text: "duplicate payments", Limit: 10}); !slices.Contains(ids(a), "episode-2026-04-02-1") {
			t.Errorf("%s: duplicate payments finds %v", name, ids(a))
		}
		if c.pairs {
			continue
		}
		told := s.told(c.list, nil)
		t.Logf("told that nothing answers: %+v", told)
		if told.told < 10 || 100*told.lost > 7*told.right {
			t.Errorf("told that nothing answers: %+v", told)
		}
	}
}

// embedAhead makes the vectors of questions, which are cached then: who asks waits two seconds at most, and the machine may be busy.
func embedAhead(t *testing.T, embedder episodic.Embedder, list []questions.Question) {
	t.Helper()
	data, err := embedder.Prepare(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	model, err := embedder.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	texts := make([]episodic.EmbedText, len(list))
	for i, q := range list {
		texts[i].Plain = q.Text
	}
	if _, err := model.Embed(t.Context(), texts); err != nil {
		t.Fatal(err)
	}
}

func localFloors() map[questions.Kind]questions.Quality {
	floors := wordFloors()
	floors[questions.KindParaphrase] = questions.Quality{RecallAt5: .53, RecallAt10: .71, MRR: .49}
	return floors
}
