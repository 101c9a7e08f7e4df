package app

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/recording"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/browser"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/lease"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/metrics"
	"github.com/causeway-memory/causeway/internal/privacy"
	"github.com/causeway-memory/causeway/internal/telemetry"
	"github.com/causeway-memory/causeway/internal/tokens"
)

// App holds the services of causeway, running on the engines in use.
type App struct {
	// Episodes answers what happened.
	Episodes *memory.Episodes
	// Causes answers why.
	Causes *memory.Causes
	// Patterns answers what keeps happening.
	Patterns *memory.Patterns

	engines engineSet
	// closeJournal closes the journal, if one is open.
	closeJournal func() error
	// browser tells the guide how to reach Neo4j Browser.
	browser browser.Options
	// jobs runs work that outlives its request; calls remembers the writes that carry an
	// idempotency key.
	jobs  *jobs.Service
	calls *idempotency.Service
	// audit notes who removes, restores and merges.
	audit *audit.Service
	// capture takes in execution events; only a service does.
	capture *capture.Service
	// privacy says what is kept out of what is captured.
	privacy config.Privacy
	// silence is how long nothing comes of a trace before it becomes an episode.
	silence time.Duration
	// withoutContents says that nothing is kept of the contents of traces.
	withoutContents bool
	// retention is what is kept of them.
	retention retention
	// episodeRetention is how long episodes are kept.
	episodeRetention config.Retention
	// executionBytes is the size of what was last counted of execution events, alertBytes that from
	// which readiness warns.
	executionBytes atomic.Int64
	alertBytes     int64
	// leases let one instance at a time do periodic work.
	leases *lease.Service
	// consolidateEvery is how often patterns are consolidated; 0 for never.
	consolidateEvery time.Duration
	// closeEmbedder closes the embedder and its cache.
	closeEmbedder func() error
	metrics       *metrics.Metrics
	tracing       *telemetry.Tracing
	log           *slog.Logger

	stop       context.CancelFunc
	background sync.WaitGroup
	// behind means that the schema of the graph engine was not checked before the start.
	behind bool
}

// Open connects to the engines that state and cfg name and migrates the schema of the graph. It
// waits for a graph engine that is still starting, but not for a search engine that does not
// answer. The caller closes the App.
func Open(ctx context.Context, cfg config.Config, state engine.State, log *slog.Logger) (*App, error) {
	return OpenTraced(ctx, cfg, state, log, nil)
}

// OpenTraced is [Open] with tracing; nil traces nothing. The caller shuts tracing down after
// Close.
func OpenTraced(ctx context.Context, cfg config.Config, state engine.State, log *slog.Logger, tracing *telemetry.Tracing) (*App, error) {
	a, err := assemble(cfg, state, log, tracing)
	if err != nil {
		return nil, err
	}
	if err := a.engines.migrate(ctx, startPatience); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// openToServe is [OpenTraced] for a service. A home that took execution events in before goes on doing so while its graph engine
// does not answer: everything else is refused until it does.
func openToServe(ctx context.Context, cfg config.Config, state engine.State, log *slog.Logger, tracing *telemetry.Tracing) (*App, error) {
	if !HasJournal(cfg) {
		return OpenTraced(ctx, cfg, state, log, tracing)
	}
	a, err := assemble(cfg, state, log, tracing)
	if err != nil {
		return nil, err
	}
	err = a.engines.graph.Migrate(ctx)
	switch {
	case err != nil && unavailable(err) && ctx.Err() == nil:
		a.behind = true
		log.Warn("the graph engine does not answer: execution events are taken in, everything else waits for it", "error", err)
	case err != nil:
		a.Close()
		return nil, err
	}
	return a, nil
}

// assemble builds the services over engines whose schema nobody has checked yet.
func assemble(cfg config.Config, state engine.State, log *slog.Logger, tracing *telemetry.Tracing) (*App, error) {
	if err := unrestored(cfg); err != nil {
		return nil, err
	}
	m := metrics.New()
	engines, err := openEngines(cfg, state, m, tracing)
	if err != nil {
		return nil, err
	}
	a := &App{
		Causes: newCauses(engines.graph), Patterns: newPatterns(engines.graph),
		engines: engines, metrics: m, tracing: tracing, log: log, browser: browserOptions(cfg, state),
		consolidateEvery: cfg.Consolidate.Every,
		retention:        retention{days: cfg.Capture.RetentionDays, events: cfg.Capture.RetentionEvents},
		episodeRetention: cfg.Retention,
		alertBytes:       cfg.Capture.AlertBytes,
		silence:          cfg.OTLP.Silence,
		withoutContents:  cfg.OTLP.Contents == config.ContentsOff,
		privacy:          cfg.Privacy,
		capture:          capture.Disabled(errNoService), closeJournal: func() error { return nil },
	}
	a.calls = idempotency.New(engines.graph, time.Now)
	a.audit = audit.New(engines.graph, time.Now, caller)
	a.leases = lease.New(engines.graph, time.Now)
	a.jobs = jobs.New(jobs.Options{Store: engines.graph, Now: time.Now, Most: cfg.Import.Jobs, Explain: explain, Log: log})
	m.WatchJobs(a.jobs.Running)
	if err := a.openEpisodes(cfg); err != nil {
		a.closeEngines()
		return nil, err
	}
	m.WatchBacklog(engines.graph.CountBacklog)
	m.WatchEngines(engines.up)
	m.TellBuild(Version())
	return a, nil
}

// caller returns the name of the token of who asks; empty without one.
func caller(ctx context.Context) string {
	p, _ := auth.From(ctx)
	return p.Name
}

// newCauses builds the causal services.
func newCauses(graph graphEngine) *memory.Causes {
	return memory.NewCauses(memory.CauseParts{Links: graph, Occurrences: graph, Factors: graph, Tokens: tokens.New()}, time.Now)
}

// newPatterns builds the pattern services.
func newPatterns(graph graphEngine) *memory.Patterns {
	return memory.NewPatterns(memory.PatternParts{Patterns: graph, Factors: graph, Episodes: graph, Latest: graph, Tokens: tokens.New()}, time.Now)
}

// openEpisodes builds the episode services.
func (a *App) openEpisodes(cfg config.Config) error {
	rules, err := privacy.New(cfg.Privacy.Pattern)
	if err != nil {
		return fmt.Errorf("privacy.pattern: %w", err)
	}
	terms, err := newCache[[]string]("terms", a.metrics)
	if err != nil {
		return err
	}
	questions, err := newCache[[]float32]("questions", a.metrics)
	if err != nil {
		return err
	}
	embedder, closeEmbedder, err := openEmbedder(cfg, a.metrics, a.tracing, a.log)
	if err != nil {
		return err
	}
	a.closeEmbedder = closeEmbedder
	var keep func(string, []execution.Stored) error
	if cfg.Capture.Archive {
		keep = eventArchive{filepath.Join(cfg.Home, "archive"), time.Now}.keep
	}
	a.Episodes = memory.NewEpisodes(memory.EpisodeParts{
		Store: a.engines.graph, Index: a.engines.search, Fallback: a.engines.fallback,
		Embedder: embedder, Terms: terms, Questions: questions, Tokens: tokens.New(), Adviser: a.Patterns.Applicable, Patterns: a.engines.graph, Options: a.Causes.Decision,
		Executions: a.engines.graph, Progress: capture.Progress{Store: a.engines.graph, Now: time.Now},
		Archive: keep, Screen: recording.Screen{Rules: rules, Policy: privacy.Policy(cfg.Privacy.Episodes), OnFound: a.metrics.ObserveFound},
	}, time.Now)
	return nil
}

// Start begins the background work: retried indexing, embedding, new generations of the indexes,
// stale factors, counted reads, the ledger, consolidation and retention that are due, a check of the
// file, and what was captured.
func (a *App) Start(ctx context.Context) {
	ctx, a.stop = context.WithCancel(ctx)
	if !a.behind {
		a.begin(ctx)
		return
	}
	a.background.Go(func() { a.catchUp(ctx) })
}

// catchUp begins the background work as soon as the graph engine answers and its schema is up to date.
func (a *App) catchUp(ctx context.Context) {
	for {
		err := a.engines.migrate(ctx, 0)
		switch {
		case err == nil:
			a.log.Info("the graph engine answers")
			a.begin(ctx)
			return
		case ctx.Err() != nil:
			return
		}
		a.log.Error("the schema of the graph engine cannot be brought up to date; this is retried", "error", err)
		if !sleep(ctx, applyLongest) {
			return
		}
	}
}

// begin starts the background work.
func (a *App) begin(ctx context.Context) {
	a.background.Go(func() { a.workOffBacklog(ctx, a.Episodes.Index.IndexBacklog, "indexing", backlogBatch) })
	a.background.Go(func() { a.workOffBacklog(ctx, a.Episodes.Index.EmbedBacklog, "embedding", embedBatch) })
	a.background.Go(func() { a.checkFile(ctx) })
	a.background.Go(func() { a.deriveFactors(ctx) })
	a.background.Go(func() { maintain(ctx, a) })
	a.background.Go(func() { a.flushAccess(ctx) })
	a.background.Go(func() { a.sweepLedger(ctx) })
	a.background.Go(func() { a.tendEngine(ctx) })
	a.background.Go(func() { a.consolidateRegularly(ctx) })
	a.background.Go(func() { a.retainRegularly(ctx) })
	a.startCapture(ctx)
	a.background.Go(func() {
		<-ctx.Done()
		a.jobs.Stop(jobGrace)
	})
}

// jobGrace is how long jobs may continue after the service is told to stop.
const jobGrace = 4 * time.Second

// Close ends the background work and the jobs, and closes the engines.
func (a *App) Close() {
	if a.stop != nil {
		a.stop()
		a.background.Wait()
	}
	a.jobs.Stop(0)
	if err := a.closeJournal(); err != nil {
		a.log.Warn("the journal was not closed", "error", err)
	}
	if err := a.closeEmbedder(); err != nil {
		a.log.Warn("the embedding was not closed", "error", err)
	}
	a.closeEngines()
}

func (a *App) closeEngines() {
	if err := a.engines.close(); err != nil {
		a.log.Warn("the engines were not closed", "error", err)
	}
}
