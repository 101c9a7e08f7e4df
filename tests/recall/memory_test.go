package recall_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
)

// graphStore is what a test needs of a graph engine beside its domain's.
type graphStore interface {
	episodic.Store
	Migrate(ctx context.Context) error
	Close(ctx context.Context) error
}

// memory is a service over both engines of the run, with a project of the test's own.
type fixture struct {
	t       testing.TB
	project string
	store   graphStore
	index   episodic.Index
	service *memory.Episodes
	// silent is a service over the same graph whose word search does not answer.
	silent *memory.Episodes
	// fallback is nil with the embedded engines.
	fallback episodic.Fallback
	// path is the file of the embedded engines.
	path string
	// passed is how far the clock of the services was moved on.
	passed atomic.Int64
}

func openIndex(t testing.TB, url, key string) *weaviateindex.Index {
	t.Helper()
	index, err := weaviateindex.New(weaviateindex.Options{URL: url, APIKey: key, SearchTimeout: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(index.Close)
	return index
}

// later is when these services believe to be: what they leave to be indexed is not due yet for the
// running services that share the engines, and only settle works it off.
func later() time.Time { return time.Now().AddDate(50, 0, 0) }

// clock is later, and as much as the test has moved it on.
func (m *fixture) clock() time.Time { return later().Add(time.Duration(m.passed.Load())) }

// ahead moves the clock on.
func (m *fixture) ahead(by time.Duration) { m.passed.Add(int64(by)) }

// claim makes the project one whose index somebody has just changed, by the clock of these
// services, so that the running ones leave it alone.
func (m *fixture) claim() {
	m.t.Helper()
	if _, err := m.store.RecordHistories(m.t.Context(), m.project, m.clock(), nil); err != nil {
		m.t.Fatal(err)
	}
	state := episodic.FirstIndexState()
	state.Version, state.ChangedAt = 1, m.clock()
	if err := m.store.SetIndexState(m.t.Context(), m.project, state); err != nil {
		m.t.Fatal(err)
	}
}

// fresh returns a further service over the same engines, as another process has it.
func (m *fixture) fresh() *memory.Episodes {
	return memory.NewEpisodes(memory.EpisodeParts{Store: m.store, Index: m.index, Fallback: m.fallback}, m.clock)
}

func newMemory(t testing.TB) *fixture {
	t.Helper()
	return memoryOver(t, (*fixture).open)
}

// memoryOver is newMemory on the engines that open opens.
func memoryOver(t testing.TB, open func(*fixture)) *fixture {
	t.Helper()
	m := &fixture{t: t, project: enginetest.Project(t)}
	open(m)
	t.Cleanup(func() { _ = m.store.Close(context.Background()) })
	if err := m.store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.service = memory.NewEpisodes(memory.EpisodeParts{Store: m.store, Index: m.index, Fallback: m.fallback}, m.clock)
	m.silent = memory.NewEpisodes(memory.EpisodeParts{Store: m.store, Index: openIndex(t, "http://127.0.0.1:1", ""), Fallback: m.fallback}, m.clock)
	m.claim()
	t.Cleanup(func() {
		err := m.service.Recording.PurgeProject(context.Background(), m.project)
		if err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
			t.Errorf("purge %s: %v", m.project, err)
		}
	})
	return m
}

// open opens the engines of the run.
func (m *fixture) open() {
	m.t.Helper()
	if enginetest.Embedded() {
		m.openFile()
		return
	}
	c := enginetest.Neo4j(m.t)
	store, err := neo4jstore.Open(neo4jstore.Options{URI: c.URI, User: c.User, Password: c.Password, Timeout: enginetest.Patience})
	if err != nil {
		m.t.Fatal(err)
	}
	m.store, m.fallback, m.index = store, store, openIndex(m.t, enginetest.Weaviate(m.t), enginetest.WeaviateKey())
}

// beside opens the same engines once more, as another instance does.
func (m *fixture) beside() *fixture {
	m.t.Helper()
	other := &fixture{t: m.t, project: m.project, path: m.path}
	if m.path != "" {
		other.openFile()
	} else {
		other.open()
	}
	m.t.Cleanup(func() { _ = other.store.Close(context.Background()) })
	return other
}

// openFile opens the embedded engines on a file, by default of the test's own.
func (m *fixture) openFile() {
	m.t.Helper()
	if m.path == "" {
		m.path = filepath.Join(m.t.TempDir(), "causeway.db")
	}
	store, err := sqlitestore.Open(sqlitestore.Options{Path: m.path})
	if err != nil {
		m.t.Fatal(err)
	}
	m.store, m.index = store, store.Index()
}

// services are the ways to recall: with the index and, when there is one, without it.
func (m *fixture) services() map[string]*memory.Episodes {
	out := map[string]*memory.Episodes{"indexed": m.service}
	if m.fallback != nil {
		out["degraded"] = m.silent
	}
	return out
}

// degrades skips what only happens when the index can fail without the graph.
func (m *fixture) degrades(t *testing.T) {
	t.Helper()
	if m.fallback == nil {
		t.Skip("SKIPPED, NOT RUN: the embedded engines are one file; there is nothing to fall back to")
	}
}

// place is the generation of the index that is searched.
func (m *fixture) place() episodic.IndexGeneration {
	m.t.Helper()
	state, err := m.store.GetIndexState(m.t.Context(), m.project)
	if err != nil {
		m.t.Fatal(err)
	}
	return episodic.IndexGeneration{Project: m.project, Generation: state.Active.Number}
}

func (m *fixture) record(s *memory.Episodes, e episodic.Episode) episodic.Receipt {
	m.t.Helper()
	receipt, err := s.Recording.Record(context.Background(), m.project, e, episodic.StateIndexed)
	if err != nil {
		m.t.Fatalf("record %s: %v", e.ID, err)
	}
	return receipt
}

func (m *fixture) recall(s *memory.Episodes, q recall.Question) recall.Answer {
	m.t.Helper()
	q.Project = m.project
	if q.Limit == 0 {
		q.Limit = episodic.MaxPage
	}
	answer, err := s.Recall.Recall(m.t.Context(), q)
	if err != nil {
		m.t.Fatalf("recall %.100q: %v", q.Text, err)
	}
	return answer
}

// ids returns the episodes of an answer, best first.
func ids(a recall.Answer) []string {
	var out []string
	for _, h := range a.Hits {
		out = append(out, h.Episode)
	}
	return out
}

// finds returns the episodes that a question finds, sorted.
func (m *fixture) finds(text string) []string {
	m.t.Helper()
	found := ids(m.recall(m.service, recall.Question{Text: text}))
	slices.Sort(found)
	return found
}

func simple(id, task string) episodic.Episode { return episodic.Episode{ID: id, Task: task} }

// settle works off the backlog, of this and all other projects.
func (m *fixture) settle() {
	m.t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for {
		_, err := m.service.Index.IndexBacklog(m.t.Context(), 500)
		tasks, backlogErr := m.store.Backlog(m.t.Context(), "", episodic.StageWords, later(), 10_000)
		if backlogErr != nil {
			m.t.Fatal(backlogErr)
		}
		if !slices.ContainsFunc(tasks, func(t episodic.IndexTask) bool { return t.Project == m.project }) {
			return
		}
		if time.Now().After(deadline) {
			m.t.Fatalf("the backlog does not empty: %v, %v", tasks, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
