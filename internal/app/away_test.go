package app_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/journal"
)

// posted returns the status and the body of an answer of the API.
func posted(t *testing.T, url, query string) string {
	t.Helper()
	answer, err := http.Post(url+"/graphql", "application/json", strings.NewReader(`{"query":"`+query+`"}`)) //nolint:noctx // the server is ours
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// A service whose engines do not answer when it starts takes events in all the same if it did so before; everything else says why it
// waits. A service that begins for the first time is told of its mistake.
func TestServe_EnginesAway(t *testing.T) {
	cfg := config.Default()
	cfg.Home, cfg.Engines, cfg.HTTP.Address = t.TempDir(), config.EnginesExternal, "127.0.0.1:0"
	cfg.Neo4j.URI, cfg.Weaviate.URL = "bolt://127.0.0.1:1", "http://127.0.0.1:1"
	state := engine.State{Kind: engine.External, Home: cfg.Home}
	j, err := journal.Open(t.Context(), journal.Options{Path: filepath.Join(cfg.Home, "journal.db"), MaxRecords: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	urls, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- app.Serve(ctx, cfg, state, slog.New(slog.DiscardHandler), func(url string) { urls <- url })
	}()
	var url string
	select {
	case url = <-urls:
	case err := <-ended:
		t.Fatalf("it ended: %v", err)
	}
	capture := `mutation { captureEvents(project: \"p\", events: [{workflowId: \"w\", type: OTHER, at: \"2026-05-03T09:00:00Z\", data: {n: 1}}]) { receipts { state } } }`
	if got := posted(t, url, capture); !strings.Contains(got, `"state":"JOURNALED"`) {
		t.Errorf("captured: %s", got)
	}
	if got := posted(t, url, `{ projects { name } }`); !strings.Contains(got, `"UNAVAILABLE"`) {
		t.Errorf("a question: %s", got)
	}
	ready, err := http.Get(url + "/readyz") //nolint:noctx // the server is ours
	if err != nil {
		t.Fatal(err)
	}
	defer ready.Body.Close()
	said, err := io.ReadAll(ready.Body)
	if err != nil || ready.StatusCode != http.StatusServiceUnavailable || !bytes.Contains(said, []byte(`"waiting":1`)) || !bytes.Contains(said, []byte("neo4j.uri")) {
		t.Errorf("ready: %d %s, %v", ready.StatusCode, said, err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
	if _, err := os.Stat(filepath.Join(cfg.Home, "journal.db")); err != nil {
		t.Error(err)
	}

	o := engine.Options{Kind: engine.External, Home: t.TempDir(), Neo4jURI: cfg.Neo4j.URI, WeaviateURL: cfg.Weaviate.URL}
	if _, err := engine.Up(t.Context(), o); err == nil || !strings.Contains(err.Error(), "nothing answers") {
		t.Errorf("for the first time: %v", err)
	}
	o.Again = true
	again, err := engine.Up(t.Context(), o)
	if err != nil {
		t.Fatalf("again: %v", err)
	}
	for _, server := range again.State().Servers {
		if server.Ready || !strings.Contains(server.Note, "nothing answers") {
			t.Errorf("the state of a server that is away: %+v", server)
		}
	}
	if err := again.Stop(); err != nil {
		t.Error(err)
	}
}
