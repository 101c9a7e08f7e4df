package recall_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/embedding/embedtest"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/tests/harness"
)

// asking returns a service over the same engines whose vectors come from a server.
func (m *fixture) asking(server *embedtest.Server) *memory.Episodes {
	m.t.Helper()
	embedder, end, err := embedding.New(embedding.Options{URL: server.URL, Model: "words", Timeout: 5 * time.Second})
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() {
		if err := end(); err != nil {
			m.t.Error(err)
		}
	})
	return memory.NewEpisodes(memory.EpisodeParts{Store: m.store, Index: m.index, Fallback: m.fallback, Embedder: embedder}, m.clock)
}

// embed works off the vectors that are due.
func (m *fixture) embed(s *memory.Episodes) (index.Round, error) {
	m.t.Helper()
	return s.Index.EmbedBacklog(m.t.Context(), 1_000)
}

// unembedded returns the episodes of the test's project whose vectors are due.
func (m *fixture) unembedded() []string {
	m.t.Helper()
	tasks, err := m.store.Backlog(m.t.Context(), "", episodic.StageVectors, m.clock().Add(time.Hour), 10_000)
	if err != nil {
		m.t.Fatal(err)
	}
	var out []string
	for _, task := range tasks {
		if task.Project == m.project {
			out = append(out, task.Episode)
		}
	}
	slices.Sort(out)
	return out
}

// begun returns a memory of some stories with the vectors of a server, and the service.
func begun(t *testing.T, server *embedtest.Server) (*fixture, *memory.Episodes) {
	t.Helper()
	m := newMemory(t)
	s := m.asking(server)
	m.recordAll(s, stories(0, 8))
	if info := m.maintain(s); info.Active.Provider != embedding.ProviderOpenAI || info.Count.Embedded != 16 {
		t.Fatalf("after the first build: %+v", info)
	}
	return m, s
}

// A write does not wait for a server that is slow; its words are found at once and the
// vectors follow. Who wants to can wait for them.
func TestEmbedding_offTheWritePath(t *testing.T) {
	harness.Beside(t)
	server := embedtest.New(t)
	m, s := begun(t, server)
	const slow = 1500 * time.Millisecond
	server.Change(func(b *embedtest.Behaviour) { b.Delay = slow })
	start := time.Now()
	receipt := m.record(s, simple("quick", "hurried zebra"))
	if took := time.Since(start); receipt.State != episodic.StateIndexed || enginetest.TooLong(t, took, slow) {
		t.Errorf("%+v after %v", receipt, took)
	}
	none := 0.0
	if got := ids(m.recall(s, recall.Question{Text: "zebra", Alpha: &none})); !slices.Equal(got, []string{"quick"}) {
		t.Errorf("its words find %v", got)
	}
	if got := m.unembedded(); !slices.Equal(got, []string{"quick"}) {
		t.Errorf("vectors are due of %v", got)
	}
	embedded := make(chan error, 1)
	go func() {
		_, err := m.embed(s)
		embedded <- err
	}()
	time.Sleep(slow / 5)
	start = time.Now()
	m.record(s, simple("quick", "hurried zebra and okapi"))
	if took := time.Since(start); enginetest.TooLong(t, took, slow/2) {
		t.Errorf("a write of the same episode waited %v for the server", took)
	}
	if err := <-embedded; err != nil {
		t.Fatal(err)
	}
	if got := m.unembedded(); !slices.Equal(got, []string{"quick"}) {
		t.Errorf("the vectors of the new text are still due: %v", got)
	}
	if _, err := m.embed(s); err != nil || len(m.unembedded()) > 0 {
		t.Errorf("then they are there: %v, %v", m.unembedded(), err)
	}
	waited, err := s.Recording.Record(t.Context(), m.project, simple("patient", "calm zebra"), episodic.StateEmbedded)
	if err != nil || waited.State != episodic.StateEmbedded || waited.Reason != "" {
		t.Errorf("who waits: %+v, %v", waited, err)
	}
	if applied, err := s.Recording.Record(t.Context(), m.project, simple("brief", "short zebra"), episodic.StateApplied); err != nil || applied.State != episodic.StateApplied {
		t.Errorf("who does not even wait for the words: %+v, %v", applied, err)
	}
	m.settle()
	if got := ids(m.recall(s, recall.Question{Text: "zebra", Alpha: &none})); len(got) != 3 {
		t.Errorf("the backlog brings the words: %v", got)
	}
}

// While the server fails, everything is found by words and the answer says so; then the
// vectors are made up for.
func TestEmbedding_failing(t *testing.T) {
	harness.Beside(t)
	server := embedtest.New(t)
	m, _ := begun(t, server)
	for name, change := range map[string]func(*embedtest.Behaviour){
		"down":         func(b *embedtest.Behaviour) { b.Drop = -1 },
		"in trouble":   func(b *embedtest.Behaviour) { b.Fail, b.Status = -1, http.StatusServiceUnavailable },
		"rate limited": func(b *embedtest.Behaviour) { b.Fail, b.Status, b.RetryAfter = -1, http.StatusTooManyRequests, "60" },
		"locked":       func(b *embedtest.Behaviour) { b.Key = "another key" },
	} {
		t.Run(name, func(t *testing.T) {
			// Another service, so that what one failure taught it does not last.
			s := m.asking(server)
			server.Change(change)
			text := strings.ReplaceAll(name, " ", "") + "word"
			start := time.Now()
			receipt := m.record(s, simple(text, "task of "+text))
			if receipt.State != episodic.StateIndexed {
				t.Errorf("the write: %+v", receipt)
			}
			answer := m.recall(s, recall.Question{Text: text})
			if got := ids(answer); !slices.Equal(got, []string{text}) || !answer.Degraded || !strings.Contains(answer.Reason, "embedding server") {
				t.Errorf("found %v, degraded %t: %s", got, answer.Degraded, answer.Reason)
			}
			if took := time.Since(start); enginetest.TooLong(t, took, 6*time.Second) {
				t.Errorf("it took %v", took)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			round, err := s.Index.EmbedBacklog(ctx, 1_000)
			if err == nil || round.Refused != nil || !slices.Contains(m.unembedded(), text) {
				t.Errorf("a round meanwhile: %+v, %v; nothing is the episode's fault", round, err)
			}
			server.Change(func(b *embedtest.Behaviour) { *b = embedtest.Behaviour{} })
		})
	}
	s := m.asking(server)
	if _, err := m.embed(s); err != nil || len(m.unembedded()) > 0 {
		t.Fatalf("it heals: %v, still due %v", err, m.unembedded())
	}
	only := 1.0
	if answer := m.recall(s, recall.Question{Text: "task of downword", Alpha: &only}); answer.Degraded || ids(answer)[0] != "downword" {
		t.Errorf("by vectors: %v, %s", ids(answer), answer.Reason)
	}
}

// A limit that passes is waited out within the call.
func TestEmbedding_retries(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	server := embedtest.New(t)
	m, s := begun(t, server)
	m.record(s, simple("ep", "limited zebra"))
	server.Change(func(b *embedtest.Behaviour) { b.Fail, b.Status, b.RetryAfter = 2, http.StatusTooManyRequests, "1" })
	start := time.Now()
	if _, err := m.embed(s); err != nil || len(m.unembedded()) > 0 {
		t.Fatal(err, m.unembedded())
	}
	if took := time.Since(start); took < time.Second {
		t.Errorf("it came back after %v and was asked to wait a second", took)
	}
}

// A server that changes its model in the middle: no vector of one is compared with those of
// the other, and the index is built anew.
func TestEmbedding_modelChanges(t *testing.T) {
	harness.Beside(t)
	for name, change := range map[string]func(*embedtest.Behaviour){
		"model":     func(b *embedtest.Behaviour) { b.Model = "another" },
		"dimension": func(b *embedtest.Behaviour) { b.Dimension = 48 },
	} {
		t.Run(name, func(t *testing.T) {
			server := embedtest.New(t)
			m, s := begun(t, server)
			before := m.info(s)
			m.record(s, simple("late", "late zebra"))
			server.Change(change)
			answer := m.recall(s, recall.Question{Text: "late vacuum"})
			if len(answer.Hits) == 0 || !answer.Degraded || !strings.Contains(answer.Reason, "changed") {
				t.Errorf("a question meanwhile: %d hits, %s", len(answer.Hits), answer.Reason)
			}
			for _, h := range answer.Hits {
				if h.Terms.Similarity != nil {
					t.Errorf("%s was compared with a vector of another model", h.Episode)
				}
			}
			if _, err := m.embed(s); !errors.Is(err, episodic.ErrModelChanged) {
				t.Errorf("the backlog waits for the next generation: %v", err)
			}
			after := m.maintain(s)
			if after.Active.Number != before.Active.Number+1 || after.Active.Fingerprint == before.Active.Fingerprint ||
				after.Count.Embedded != 17 {
				t.Fatalf("before %+v, after %+v", before, after)
			}
			if answer := m.recall(s, recall.Question{Text: "late vacuum"}); answer.Degraded || answer.Hits[0].Terms.Similarity == nil {
				t.Errorf("then it goes on: %s", answer.Reason)
			}
			if _, err := m.embed(s); err != nil || len(m.unembedded()) > 0 {
				t.Errorf("nothing is left: %v, %v", m.unembedded(), err)
			}
		})
	}
}

// One text that the server refuses keeps no other from its vectors, in the backlog and in a
// build.
func TestEmbedding_refusedText(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	server := embedtest.New(t)
	m, s := begun(t, server)
	server.Change(func(b *embedtest.Behaviour) { b.Refuse = "poison" })
	m.recordAll(s, []episodic.Episode{simple("good", "good zebra"), simple("bad", "poison zebra"), simple("fine", "fine zebra")})
	round, err := m.embed(s)
	if err != nil || round.Refused == nil || !slices.Equal(m.unembedded(), []string{"bad"}) {
		t.Errorf("a round: %+v, %v, still due %v", round, err, m.unembedded())
	}
	if err := s.Index.Reindex(t.Context(), m.project, nil); err != nil {
		t.Fatal(err)
	}
	if info := m.info(s); info.Active.Number != 3 || info.Count.Chunks != 19 || info.Count.Embedded != 18 {
		t.Errorf("the build: %+v", info)
	}
	none := 0.0
	if got := ids(m.recall(s, recall.Question{Text: "poison", Alpha: &none})); !slices.Equal(got, []string{"bad"}) {
		t.Errorf("its words find %v", got)
	}
	server.Change(func(b *embedtest.Behaviour) { b.Refuse = "" })
	m.ahead(time.Hour)
	if _, err := m.embed(s); err != nil || len(m.unembedded()) > 0 || m.info(s).Count.Embedded != 19 {
		t.Errorf("once it is taken: %v, %v", m.unembedded(), err)
	}
}
