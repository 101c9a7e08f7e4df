package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/dependents"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/graph/resolvers"
	"github.com/causeway-memory/causeway/internal/browser"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/internal/mcpserver"
	"github.com/causeway-memory/causeway/internal/retraction"
	"github.com/causeway-memory/causeway/internal/tokens"
	"github.com/causeway-memory/causeway/internal/web"
)

// shutdownGrace is how long running requests may take to finish.
const shutdownGrace = 10 * time.Second

// Serve opens the app, serves HTTP until ctx ends, and closes the app. It calls ready with the
// address as soon as that accepts connections.
func Serve(ctx context.Context, cfg config.Config, state engine.State, log *slog.Logger, ready func(url string)) error {
	tracing, endTracing, err := startTracing(ctx, log)
	if err != nil {
		return err
	}
	defer endTracing()
	a, err := openToServe(ctx, cfg, state, log, tracing)
	if err != nil {
		return err
	}
	defer a.Close()
	a.OpenCapture(ctx, cfg)
	a.Start(ctx)
	listener, err := listenSafely(cfg, log)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(cfg.Home, 0o700); err != nil {
		return fmt.Errorf("make the home folder: %w", err)
	}
	warnHome(cfg.Home, log)
	service, err := describe(cfg, listener.Addr())
	if err != nil {
		return err
	}
	withdraw, err := publish(cfg.Home, service)
	if err != nil {
		return err
	}
	defer withdraw()
	endExports, err := a.serveExports(ctx, cfg)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer endExports()
	ready(service.URL)
	handler, err := a.Handler(guarded(cfg, listener.Addr()))
	if err != nil {
		return err
	}
	return httpapi.Serve(ctx, listener, handler, shutdownGrace)
}

// describe returns where the API answers.
func describe(cfg config.Config, address net.Addr) (Service, error) {
	s := Service{PID: os.Getpid(), URL: "http://" + address.String()}
	if cfg.HTTP.TLSCert == "" {
		return s, nil
	}
	file, err := filepath.Abs(cfg.HTTP.TLSCert)
	if err != nil {
		return Service{}, fmt.Errorf("find http.tls_cert: %w", err)
	}
	s.URL, s.Certificate = "https://"+address.String(), file
	return s, nil
}

// Handler returns the handler of the whole service.
func (a *App) Handler(cfg config.Config) (http.Handler, error) {
	page, err := web.New(tabs(), cfg.GraphQL.Introspection)
	if err != nil {
		return nil, err
	}
	desk, err := web.NewDesk()
	if err != nil {
		return nil, err
	}
	guide, err := browser.New(a.browser)
	if err != nil {
		return nil, err
	}
	documents, err := httpapi.LoadDocuments(cfg.GraphQL.Documents, cfg.GraphQL.DocumentsOnly)
	if err != nil {
		return nil, err
	}
	keys, err := keeper(cfg, a.log)
	if err != nil {
		return nil, err
	}
	return httpapi.New(httpapi.Options{
		Root: resolvers.New(resolvers.Services{
			Episodes: a.Episodes, Causes: a.Causes, Patterns: a.Patterns,
			Importer: importer{a, cfg.Import}, Consolidator: consolidator{a}, Exporter: exporter{a},
			Capture: a.capture, Calls: a.calls, Jobs: a.jobs, Audit: a.audit, Retraction: a.retraction(), Expiring: a.expiring,
		}),
		Limits: limits(cfg),
		Agents: agents(cfg),
		Auth:   keys, Ready: a.ready, Page: page, Desk: desk, Browser: guide, Traces: a.receiver(), Metrics: a.metrics.Handler(), Recorder: recorder{a.metrics}, Log: a.log,
		Tracer: a.tracing.Tracer(), Slow: cfg.Log.Slow,
		Origins: list(cfg.HTTP.Origins), Documents: documents,
	}), nil
}

// retraction takes out what is wrong.
func (a *App) retraction() *retraction.Service {
	graph := a.engines.graph
	return retraction.New(retraction.Parts{
		Finder: dependents.New(graph), Episodes: graph, Recorder: a.Episodes.Recording, Factors: graph, Patterns: graph, Entries: graph, Audit: a.audit, Now: time.Now,
	})
}

// limits are what a request may cost.
func limits(cfg config.Config) httpapi.Limits {
	return httpapi.Limits{
		BodyBytes: cfg.HTTP.BodyBytes, BodyTime: cfg.HTTP.BodyTime,
		Concurrent: cfg.HTTP.Concurrent, Streams: cfg.HTTP.Streams, Fields: cfg.GraphQL.Fields, Tokens: cfg.GraphQL.Tokens, Depth: cfg.GraphQL.Depth,
		Aliases: cfg.GraphQL.Aliases, Complexity: cfg.GraphQL.Complexity, AnswerBytes: cfg.GraphQL.AnswerBytes,
		QueryTime: cfg.GraphQL.QueryTime, MutationTime: cfg.GraphQL.MutationTime,
		Introspection: cfg.GraphQL.Introspection,
	}
}

// agents makes the handler of the Model Context Protocol.
func agents(cfg config.Config) httpapi.Agents {
	return func(post func(context.Context, []byte) ([]byte, error)) http.Handler {
		return mcpserver.NewHandler(post, mcpserver.Options{Version: Version(), All: cfg.MCP.Tools == config.ToolsAll, Tokens: tokens.New()})
	}
}

// list splits a setting at commas and spaces.
func list(setting string) []string {
	return strings.FieldsFunc(setting, func(r rune) bool { return r == ',' || r == ' ' })
}

// tabs returns the worked questions with which the explorer opens.
func tabs() []web.Tab {
	var out []web.Tab
	for _, q := range examples.Questions() {
		variables := maps.Clone(q.Variables)
		variables["project"] = q.Project(exampleProject)
		out = append(out, web.Tab{Query: q.Query, Variables: variables})
	}
	return out
}

// exampleProject is the project that holds the examples unless a user says otherwise.
const exampleProject = "demo"

// listenSafely listens on the configured address, with TLS if a certificate is configured. It
// closes the listener again if others can reach it and no token is in force.
func listenSafely(cfg config.Config, log *slog.Logger) (net.Listener, error) {
	plain, err := listen(cfg.HTTP, log)
	if err != nil {
		return nil, err
	}
	err = checkListener(cfg, "http.address", plain.Addr(), log)
	var listener net.Listener
	if err == nil {
		listener, err = secured(plain, cfg.HTTP, log)
	}
	if err != nil {
		return nil, errors.Join(err, plain.Close())
	}
	warnOpen(cfg, plain.Addr(), log)
	return listener, nil
}

// listen takes the configured port or, unless http.port_strict is set, a free one if it is taken.
func listen(h config.HTTP, log *slog.Logger) (net.Listener, error) {
	listener, err := net.Listen("tcp", h.Address)
	if err == nil {
		return listener, nil
	}
	host, _, splitErr := net.SplitHostPort(h.Address)
	if h.PortStrict || splitErr != nil {
		return nil, fmt.Errorf("listen on http.address: %w", err)
	}
	listener, other := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if other != nil {
		return nil, fmt.Errorf("listen on http.address: %w", err)
	}
	log.Warn("the usual address is taken", "address", h.Address, "instead", listener.Addr().String())
	return listener, nil
}

func unavailable(err error) bool { return errors.Is(err, episodic.ErrUnavailable) }
