package resolvers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/graph/resolvers"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/internal/tokens"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
)

// memory is the whole read and write path over the real engines, in a project of its own.
type fixture struct {
	t       *testing.T
	url     string
	project string
	store   engine
	service *memory.Episodes

	mu         sync.Mutex
	statements []string
}

// noImporter stands where these tests import nothing.
type noImporter struct{}

func (noImporter) Start(context.Context, string, model.ImportEpisodesInput, episodic.State) (jobs.Job, error) {
	return jobs.Job{}, errors.New("these tests import nothing")
}

func (noImporter) StartGraphs(context.Context, string, []model.ImportFileInput, bool, bool) (jobs.Job, error) {
	return jobs.Job{}, errors.New("these tests import nothing")
}

func (noImporter) Report(json.RawMessage) (model.ImportReport, error) {
	return model.ImportReport{}, errors.New("these tests import nothing")
}

func open(t *testing.T) *fixture {
	t.Helper()
	return openWith(t, httpapi.DefaultLimits())
}

func openWith(t *testing.T, limits httpapi.Limits) *fixture {
	t.Helper()
	m := &fixture{t: t, project: enginetest.Project(t)}
	store, index, fallback := m.engines()
	if err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.store, m.service = store, memory.NewEpisodes(memory.EpisodeParts{Store: store, Index: index, Fallback: fallback, Tokens: tokens.New()}, time.Now)
	server := httptest.NewServer(httpapi.New(httpapi.Options{
		Root: resolvers.New(resolvers.Services{
			Episodes: m.service, Causes: memory.NewCauses(memory.CauseParts{Links: store, Occurrences: store}, time.Now), Importer: noImporter{},
			Calls: idempotency.New(store, time.Now), Jobs: jobs.New(jobs.Options{Store: store, Now: time.Now, Most: 1, Log: slog.New(slog.DiscardHandler)}),
		}),
		Limits: limits,
		Log:    slog.New(slog.DiscardHandler),
	}))
	m.url = server.URL
	t.Cleanup(func() {
		server.Close()
		ctx := context.WithoutCancel(t.Context())
		if err := m.service.Recording.PurgeProject(ctx, m.project); err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
			t.Errorf("purge %s: %v", m.project, err)
		}
		_ = store.Close(ctx)
	})
	return m
}

// engine is what these tests need of a graph engine beside its domains'.
type engine interface {
	episodic.Store
	trace.Store
	ledger.Store
	Migrate(ctx context.Context) error
	Close(ctx context.Context) error
}

// engines opens the engines of the run.
func (m *fixture) engines() (engine, episodic.Index, episodic.Fallback) {
	m.t.Helper()
	if enginetest.Embedded() {
		store, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(m.t.TempDir(), "causeway.db"), OnStatement: m.count})
		if err != nil {
			m.t.Fatal(err)
		}
		return store, store.Index(), nil
	}
	at := enginetest.Neo4j(m.t)
	store, err := neo4jstore.Open(neo4jstore.Options{
		URI: at.URI, User: at.User, Password: at.Password, OnStatement: m.count, Timeout: enginetest.Patience,
	})
	if err != nil {
		m.t.Fatal(err)
	}
	index, err := weaviateindex.New(weaviateindex.Options{URL: enginetest.Weaviate(m.t), APIKey: enginetest.WeaviateKey(), AtLeast: 500})
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(index.Close)
	return store, index, store
}

func (m *fixture) count(_ context.Context, name string, _ time.Duration, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.statements = append(m.statements, name)
}

// counted returns the statements that do sends, of several attempts the fewest: on a busy
// machine a batch may be read before its last key arrives. Reading one by one never gets
// better by trying again.
func (m *fixture) counted(do func()) []string {
	var fewest []string
	for attempt := range 5 {
		m.mu.Lock()
		m.statements = nil
		m.mu.Unlock()
		do()
		m.mu.Lock()
		if attempt == 0 || len(m.statements) < len(fewest) {
			fewest = m.statements
		}
		m.mu.Unlock()
	}
	return fewest
}

// shown is an error as a client sees it.
type shown struct {
	Message    string
	Path       []any
	Extensions struct{ Code, RequestID, Field string }
}

// answer is an answer of the endpoint.
type answer struct {
	t      *testing.T
	body   string
	Data   any
	Errors []shown
}

// ask sends a query; the variable $p is the test's project unless given.
func (m *fixture) ask(query string, variables map[string]any) answer {
	m.t.Helper()
	all := map[string]any{"p": m.project}
	for name, value := range variables {
		all[name] = value
	}
	body, err := json.Marshal(map[string]any{"query": query, "variables": all})
	if err != nil {
		m.t.Fatal(err)
	}
	response, err := http.Post(m.url+"/graphql", "application/json", bytes.NewReader(body))
	if err != nil {
		m.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		m.t.Fatal(err)
	}
	a := answer{t: m.t, body: string(text)}
	if err := json.Unmarshal(text, &a); err != nil {
		m.t.Fatalf("%v in %s", err, text)
	}
	return a
}

// get sends a query that has to succeed.
func (m *fixture) get(query string, variables map[string]any) answer {
	m.t.Helper()
	a := m.ask(query, variables)
	if len(a.Errors) > 0 {
		m.t.Fatalf("%s\nanswered with %s", query, a.body)
	}
	return a
}

// at returns the value at a path of names, like "episodes.edges.0.node.key".
func (a answer) at(path string) any {
	a.t.Helper()
	v := a.Data
	for name := range strings.SplitSeq(path, ".") {
		switch held := v.(type) {
		case map[string]any:
			v = held[name]
		case []any:
			i := int(name[0] - '0')
			if i >= len(held) {
				a.t.Fatalf("no %s in %s", path, a.body)
			}
			v = held[i]
		default:
			a.t.Fatalf("no %s in %s", path, a.body)
		}
	}
	return v
}

// each returns one field of every item of a list.
func (a answer) each(list, field string) []any {
	a.t.Helper()
	items, ok := a.at(list).([]any)
	if !ok {
		a.t.Fatalf("no list at %s in %s", list, a.body)
	}
	out := []any{}
	for _, item := range items {
		out = append(out, answer{t: a.t, body: a.body, Data: item}.at(field))
	}
	return out
}

func (a answer) code() string {
	if len(a.Errors) == 0 {
		return ""
	}
	return a.Errors[0].Extensions.Code
}

// record records an episode; the receipt is the answer.
func (m *fixture) record(episode map[string]any) answer {
	m.t.Helper()
	return m.get(`mutation($p: String!, $e: EpisodeInput!) { recordEpisode(project: $p, input: $e) {
		episode { id key revision } receipt { project episodeKey revision hash change state reason pendingLinks } } }`,
		map[string]any{"e": episode})
}

// storm is an episode with everything that an episode can have.
func storm() map[string]any {
	return map[string]any{
		"id": "storm", "session": "s-1", "startedAt": "2026-05-03T08:00:00Z", "outcome": "FAILURE",
		"task": "Stop the retry storm of issue #41", "domain": "payments", "taskType": "incident", "complexity": "high",
		"context": []any{map[string]any{"variable": "load", "state": "high"}, map[string]any{"variable": "backoff", "state": "none"}},
		"tools":   []any{"kubectl"}, "strategies": []any{"rollback first"}, "tags": []any{"storm"},
		"goals": []any{"calm"}, "constraints": []any{"no downtime"}, "insights": []any{"retries multiply"},
		"lessons": []any{"add jitter"}, "notes": []any{"written by hand"},
		"decisions": []any{
			map[string]any{
				"id": "d001", "at": "2026-05-03T08:20:00Z", "type": "RECOVERY", "context": "errors rise", "options": []any{"wait", "roll back"},
				"chosen": "roll back 1a2b3c4d5e6f", "rationale": "it was calm before", "outcome": "SUCCESS", "factor": "rollback", "effects": []any{"e002"},
			},
			map[string]any{"id": "d002", "chosen": "write it down"},
			map[string]any{"id": "d003", "at": "2026-05-03T08:10:00Z", "type": "OTHER", "reportedType": "triage", "chosen": "look at the graphs"},
		},
		"events": []any{
			map[string]any{"id": "e001", "at": "2026-05-03T08:05:00Z", "type": "ERROR", "content": "503 from the gateway", "leadsTo": []any{"d003"}},
			map[string]any{"id": "e002", "type": "MILESTONE", "content": "traffic calm, see issue #41", "causedBy": []any{"d001"}},
		},
		"links": []any{
			map[string]any{"source": "d003", "relation": "ENABLES", "target": "d001", "confidence": 0.8, "note": "saw the pattern"},
			map[string]any{"source": "e001", "relation": "CORRELATES", "target": "e002"},
			map[string]any{"source": "e001", "relation": "CAUSES", "target": "outcome", "basis": "MEASURED"},
		},
		"metrics": map[string]any{"durationMinutes": 42.5, "toolCalls": 9000000000, "errors": 0},
	}
}
