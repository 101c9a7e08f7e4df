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

// The kinds of engines that [Options] chooses from.
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

// Options says which engines are wanted and where. Home is needed, everything else has a
// default.
type Options struct {
	// Kind is Embedded (the default), Native, Docker or External.
	Kind string
	// Home is the folder of the data, state.json, the password file and the logs. It is made
	// when it is not there, readable by its owner only.
	Home string
	// Cache is where native servers are installed: causeway/engines in the user's cache
	// folder by default. Any number of homes may share it.
	Cache string
	// ComposeFile is the path of docker-compose.yml for Docker; the default is the one in the
	// working directory.
	ComposeFile string
	// Neo4jURI, Neo4jUser and Neo4jPassword name the server for External.
	Neo4jURI, Neo4jUser, Neo4jPassword string
	// BrowserURL is where Neo4j Browser of the named server is; it is passed on as it is.
	BrowserURL string
	// WeaviateURL and WeaviateAPIKey name the server for External.
	WeaviateURL, WeaviateAPIKey string
	// Heap and PageCache size the native Neo4j, as Java writes sizes: 1g and 256m by default.
	Heap, PageCache string
	// TransactionTimeout ends a transaction of the native Neo4j that does not set a limit of
	// its own: 30 s by default.
	TransactionTimeout time.Duration
	// Progress gets what is going on, with elapsed time: a live line on a terminal, else a line when
	// something begins or ends and every 15 s. Nil means silence.
	Progress io.Writer
	// Log gets what happens after Up has returned, such as a restart. Nil means silence.
	Log *slog.Logger
}

// Engines are servers that are ready to be used. Whoever called [Up] must call Stop.
type Engines struct {
	mu      sync.Mutex
	state   State
	stop    context.CancelFunc
	stopped chan struct{}
	err     error
}

// Up makes the engines ready and returns when both answer. They run until ctx ends or Stop
// is called. It installs native servers first when the cache lacks them.
//
// It returns a [RunningError] when another process, or an earlier call in this one, supervises
// the engines of the same home. When it fails, everything it started is stopped again.
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

// State returns what runs where, as it was written to state.json last.
func (e *Engines) State() State {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.state.clone()
}

// Stop stops the engines, waits until they have ended and returns what went wrong, like
// Wait. External engines are left alone. Calling it again is harmless.
func (e *Engines) Stop() error {
	e.stop()
	return e.Wait()
}

// Wait blocks until the engines were stopped. It returns nil when Stop or the end of the
// context did that, and else why a server could not be kept running.
func (e *Engines) Wait() error {
	<-e.stopped
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.err
}

// RunningError says that the engines of a home are supervised already.
type RunningError struct {
	// Home is the folder both wanted.
	Home string
	// PID is the process that supervises; 0 when it has not recorded itself yet.
	PID int
}

// Error names the process and how to stop it.
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
