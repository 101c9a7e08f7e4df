package harness

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/telemetry"
)

// Service is causeway as a client sees it: an address.
type Service struct {
	URL  string
	HTTP *http.Client
	// Token is sent with every request, unless it is empty.
	Token string
}

// NewService returns the service at an address.
func NewService(url string) *Service {
	return &Service{URL: url, HTTP: &http.Client{Timeout: patience}}
}

// House holds the services that all tests of a package share. Two of them are opened
// at the same time, so that on new servers both bring the schema up to date at once.
type House struct {
	once   sync.Once
	err    error
	first  *Service
	second *Service
	close  []func()
	// home holds the file of the embedded engines.
	home  string
	build build
	// ends is done before the services end; mu guards it.
	ends []func()
	mu   sync.Mutex
}

// NewHouse returns a house in which nothing is open yet.
func NewHouse() *House { return &House{} }

// Services returns the two services of the house, opened when they are asked for first.
func (h *House) Services(t testing.TB) (first, second *Service) {
	t.Helper()
	h.once.Do(func() { h.err = h.open(t) })
	if h.err != nil {
		t.Fatal(h.err)
	}
	return h.first, h.second
}

func (h *House) open(t testing.TB) error {
	if enginetest.Embedded() {
		// Later tests use it too, so it is in no folder of this one.
		home, err := os.MkdirTemp("", "causeway-tests-*") //nolint:usetesting // outlives the test
		if err != nil {
			return err
		}
		h.home = home
	}
	cfg := h.Config(t)
	var opened [2]*Service
	var errs [2]error
	var wg sync.WaitGroup
	var mu sync.Mutex
	for i := range opened {
		wg.Go(func() {
			s, end, err := Serve(cfg, true)
			mu.Lock()
			defer mu.Unlock()
			if opened[i], errs[i] = s, err; err == nil {
				h.close = append(h.close, end)
			}
		})
	}
	wg.Wait()
	h.first, h.second = opened[0], opened[1]
	return errors.Join(errs[:]...)
}

// Config is the configuration of the run: for servers that are named, else for the file that
// all tests of the process share.
func (h *House) Config(t testing.TB) config.Config {
	t.Helper()
	if !enginetest.Embedded() {
		return ExternalConfig(t, enginetest.Neo4j(t), enginetest.Weaviate(t))
	}
	cfg := patient()
	cfg.Home, cfg.Consolidate.Every = h.home, 0
	return cfg
}

// patient is the configuration of a service that fails no test because the machine is busy.
func patient() config.Config {
	cfg := config.Default()
	cfg.GraphQL.QueryTime, cfg.Neo4j.Timeout, cfg.Embedded.Timeout = patience, patience, patience
	return cfg
}

// Beside lets a test that waits much run beside others. Servers are shared and busy: there one
// test runs after the other.
func Beside(t *testing.T) {
	t.Helper()
	if enginetest.Embedded() {
		t.Parallel()
	}
}

// EmbeddedOnly skips a test in a run over servers: what it is about lies above the engines, so a run over
// the embedded ones says all that it can say.
func EmbeddedOnly(t testing.TB) {
	t.Helper()
	if !enginetest.Embedded() {
		t.Skip("no engine changes this; make test runs it over the embedded engines")
	}
}

// EmbeddedConfig is the configuration for a file of the test's own.
func EmbeddedConfig(t testing.TB) config.Config {
	t.Helper()
	cfg := config.Default()
	cfg.Home = t.TempDir()
	return cfg
}

// AtEnd leaves something to be done when all tests have run, before the services end.
func (h *House) AtEnd(do func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ends = append(h.ends, do)
}

// Main runs the tests of a package, closes what they opened, removes what they wrote, and exits.
func (h *House) Main(m *testing.M) {
	code := m.Run()
	h.end()
	os.Exit(code)
}

func (h *House) end() {
	h.build.end()
	for _, do := range h.ends {
		do()
	}
	for _, end := range h.close {
		end()
	}
	if h.home != "" {
		_ = os.RemoveAll(h.home) // it is in the folder for temporary files
	}
}

// ExternalConfig is the configuration for engines that run already.
func ExternalConfig(t testing.TB, graph enginetest.Connection, weaviate string) config.Config {
	t.Helper()
	cfg := patient()
	cfg.Engines = config.EnginesExternal
	cfg.Neo4j.URI, cfg.Neo4j.User, cfg.Neo4j.Password = graph.URI, graph.User, graph.Password
	cfg.Weaviate.URL, cfg.Weaviate.APIKey = weaviate, enginetest.WeaviateKey()
	cfg.Home, cfg.Consolidate.Every = t.TempDir(), 0 // projects of other tests are not ours
	return cfg
}

// Serve opens the app and answers on a port of its own. Without background nothing but
// requests sends statements. Its journal is its own, unless cfg names one.
func Serve(cfg config.Config, background bool) (*Service, func(), error) {
	return ServeTraced(cfg, background, nil)
}

// ServeTraced is Serve with spans going to where tracing says.
func ServeTraced(cfg config.Config, background bool, tracing *telemetry.Tracing) (*Service, func(), error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	forget := func() {}
	if cfg.Capture.Journal == "" {
		dir, err := os.MkdirTemp("", "causeway-journal-*")
		if err != nil {
			return nil, nil, err
		}
		cfg.Capture.Journal, forget = filepath.Join(dir, "journal.db"), func() { _ = os.RemoveAll(dir) }
	}
	a, err := app.OpenTraced(ctx, cfg, engine.State{}, slog.New(slog.DiscardHandler), tracing)
	if err != nil {
		return nil, nil, fmt.Errorf("open the app: %w", err)
	}
	a.OpenCapture(ctx, cfg)
	handler, err := a.Handler(cfg)
	if err != nil {
		a.Close()
		return nil, nil, fmt.Errorf("make the handler: %w", err)
	}
	if background {
		a.Start(context.Background())
	}
	server := httptest.NewServer(handler)
	return NewService(server.URL), func() {
		server.Close()
		a.Close()
		forget()
	}, nil
}

// Quiet returns a service of the test's own that has no work in the background.
func (h *House) Quiet(t testing.TB) *Service {
	t.Helper()
	h.Services(t)
	s, end, err := Serve(h.Config(t), false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	return s
}

// patience is when what has not happened is taken to happen never. On a machine of any speed it is
// much more than a test needs, so that the verdict is about the code.
const patience = 5 * time.Minute

// Eventually waits until a condition holds.
func Eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		if holds() {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("not within %s: %s", patience, what)
		}
	}
}
