package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// The kinds of engines.
const (
	Embedded = "embedded"
	Native   = "native"
	Docker   = "docker"
	External = "external"
)

// The defaults of [Options].
const (
	defaultUser      = "neo4j"
	defaultHeap      = "1g"
	defaultPageCache = "256m"
	defaultTimeout   = 30 * time.Second
	defaultCompose   = "docker-compose.yml"
)

// Options say which engines to run and where. Home is required; everything else has a default.
type Options struct {
	// Kind is Embedded (the default), Native, Docker or External.
	Kind string
	// Home is the folder of the data, state.json, the password file and the logs. It is created
	// if missing, readable only by its owner.
	Home string
	// Cache is where native servers are installed: by default causeway/engines in the user's
	// cache folder. Any number of homes may share it.
	Cache string
	// ComposeFile is the path of docker-compose.yml for Docker, by default in the working
	// directory.
	ComposeFile string
	// Neo4jURI, Neo4jUser and Neo4jPassword are the server for External.
	Neo4jURI, Neo4jUser, Neo4jPassword string
	// BrowserURL is the address of that server's Neo4j Browser; it is passed on unchanged.
	BrowserURL string
	// WeaviateURL and WeaviateAPIKey are the server for External.
	WeaviateURL, WeaviateAPIKey string
	// Again says that a service used the External servers before: one that does not answer is taken to be away for a
	// while, and not for a mistake.
	Again bool
	// Heap and PageCache size the native Neo4j, in Java's notation: 1g and 256m by default.
	Heap, PageCache string
	// TransactionTimeout ends transactions of the native Neo4j that set no limit themselves: 30 s
	// by default.
	TransactionTimeout time.Duration
	// Progress receives the progress with elapsed time: a live line on a terminal, otherwise a
	// line when something begins or ends and every 15 s. Nil disables it.
	Progress io.Writer
	// Log receives what happens after Up has returned, such as restarts. Nil disables it.
	Log *slog.Logger
}

// Engines are servers that are ready for use. The caller of [Up] must call Stop.
type Engines struct {
	mu      sync.Mutex
	state   State
	stop    context.CancelFunc
	stopped chan struct{}
	err     error
}

// Up starts the engines and returns when both answer. They run until ctx ends or Stop is called.
// Native servers missing from the cache are installed first.
//
// It returns a [RunningError] if another process, or an earlier call in this one, supervises the
// engines of the same home. If it fails, it stops everything it started.
func Up(ctx context.Context, o Options) (*Engines, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	switch o.Kind {
	case Docker:
		return upDocker(ctx, o)
	case External:
		return upExternal(ctx, o)
	case Native:
		return upNative(ctx, o)
	default:
		return upEmbedded(ctx, o)
	}
}

// State returns the state last written to state.json.
func (e *Engines) State() State {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.state.clone()
}

// Stop stops the engines, waits until they have ended and returns the same error as Wait. It does
// not touch external engines. It may be called again.
func (e *Engines) Stop() error {
	e.stop()
	return e.Wait()
}

// Wait blocks until the engines have stopped. It returns nil if Stop or the end of the context
// stopped them, otherwise why a server could not be kept running.
func (e *Engines) Wait() error {
	<-e.stopped
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.err
}

// RunningError means that the engines of a home are already supervised.
type RunningError struct {
	// Home is the home folder.
	Home string
	// PID is the supervising process; 0 if it has not recorded itself yet.
	PID int
}

// Error names the process and says how to stop it.
func (e *RunningError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("another causeway is starting with the home folder %s", e.Home)
	}
	return fmt.Sprintf("causeway already runs with the home folder %s (process %d); `causeway down` stops it", e.Home, e.PID)
}

func (o Options) withDefaults() (Options, error) {
	if o.Home == "" {
		return o, errors.New("no home folder is given for the engines")
	}
	home, err := filepath.Abs(o.Home)
	if err != nil {
		return o, fmt.Errorf("resolve home folder: %w", err)
	}
	o.Home = home
	switch o.Kind {
	case Embedded, Native, Docker, External:
	case "":
		o.Kind = Embedded
	default:
		return o, fmt.Errorf("unknown kind of engines %q: use %s, %s, %s or %s", o.Kind, Embedded, Native, Docker, External)
	}
	if o.Cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return o, fmt.Errorf("find the user's cache folder: %w", err)
		}
		o.Cache = filepath.Join(user, "causeway", "engines")
	}
	if o.Cache, err = filepath.Abs(o.Cache); err != nil {
		return o, fmt.Errorf("resolve cache folder: %w", err)
	}
	setDefault(&o.ComposeFile, defaultCompose)
	setDefault(&o.Neo4jUser, defaultUser)
	setDefault(&o.Heap, defaultHeap)
	setDefault(&o.PageCache, defaultPageCache)
	if o.TransactionTimeout == 0 {
		o.TransactionTimeout = defaultTimeout
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o, nil
}

func setDefault(value *string, fallback string) {
	if *value == "" {
		*value = fallback
	}
}
