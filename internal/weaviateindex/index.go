package weaviateindex

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"golang.org/x/sync/semaphore"
)

// Options configure the connection to Weaviate. Only URL is required.
type Options struct {
	// URL is the address of the server, like "http://127.0.0.1:8080".
	URL string
	// APIKey is sent as a bearer token if set.
	APIKey string
	// Collection names the collection; "Chunk" when empty. Weaviate requires a capital first letter.
	Collection string
	// AtLeast is the least number of chunks requested from the server; the result is cut to what was
	// asked for. Use 500 for a server that runs BlockMax WAND before 1.39.4.
	AtLeast int
	// SearchTimeout limits one search, ConnectTimeout the check before a write that the server is
	// alive; 2 seconds when zero.
	SearchTimeout, ConnectTimeout time.Duration
	// WriteTimeout limits one batch of a write; 60 seconds when zero.
	WriteTimeout time.Duration
	// OnRequest, if set, is called after every request: with the context of its call, its name, its
	// duration, and its error. It must be safe for concurrent use.
	OnRequest func(ctx context.Context, name string, elapsed time.Duration, err error)
}

// Index keeps the chunks of episodes in Weaviate. It is safe for concurrent use by goroutines and
// processes, but two writers of one episode must take turns.
type Index struct {
	rest rest
	opts Options

	// ready says that the collection exists and fits; mu guards the check.
	ready atomic.Bool
	mu    sync.Mutex
	// searching limits the number of concurrent searches.
	searching *semaphore.Weighted
	// lastAnswer is when the server last answered, in Unix nanoseconds.
	lastAnswer atomic.Int64
}

var _ episodic.Index = (*Index)(nil)

// New returns an Index. It sends nothing, so the server need not be up yet. Close it after use.
func New(opts Options) (*Index, error) {
	u, err := url.Parse(opts.URL)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("weaviate url %q: use http://host:port or https://host:port", opts.URL)
	}
	opts = withDefaults(opts)
	headers := http.Header{
		"Accept": {"application/json"}, "Content-Type": {"application/json"},
		// Every request may be sent twice, because ids are deterministic. This header allows the HTTP
		// client to retry when the server closed an idle connection.
		"X-Idempotency-Key": {"deterministic"},
	}
	if opts.APIKey != "" {
		headers.Set("Authorization", "Bearer "+opts.APIKey)
	}
	httpClient := &http.Client{Transport: &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: opts.ConnectTimeout}).DialContext,
		TLSHandshakeTimeout: opts.ConnectTimeout,
		MaxIdleConnsPerHost: 32,
		IdleConnTimeout:     30 * time.Second,
	}}
	base := u.Scheme + "://" + u.Host + trimSlash(u.Path) + "/v1"
	return &Index{
		rest: rest{http: httpClient, base: base, headers: headers}, opts: opts, searching: semaphore.NewWeighted(mostSearches),
	}, nil
}

// mostSearches is the number of concurrent searches; others wait. More would only make each take longer
// than its timeout.
const mostSearches = 8

func withDefaults(o Options) Options {
	if o.Collection == "" {
		o.Collection = "Chunk"
	}
	for at, otherwise := range map[*time.Duration]time.Duration{
		&o.SearchTimeout: 2 * time.Second, &o.ConnectTimeout: 2 * time.Second, &o.WriteTimeout: time.Minute,
	} {
		if *at <= 0 {
			*at = otherwise
		}
	}
	return o
}

func trimSlash(path string) string {
	for len(path) > 0 && path[len(path)-1] == '/' {
		path = path[:len(path)-1]
	}
	return path
}

// Close closes idle connections.
func (x *Index) Close() { x.rest.http.CloseIdleConnections() }

// Version returns the server's version, like "1.35.2". It also serves as a check that the server
// answers.
func (x *Index) Version(ctx context.Context) (string, error) {
	var version string
	err := x.request(ctx, "meta", x.opts.ConnectTimeout, func(ctx context.Context) (err error) {
		version, err = x.rest.version(ctx)
		return err
	})
	return version, err
}

// request runs one request within its timeout and calls OnRequest; it returns errors of the domain.
func (x *Index) request(ctx context.Context, name string, timeout time.Duration, send func(context.Context) error) error {
	start := time.Now()
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err := domainError(ctx, name, send(limited))
	if err == nil {
		x.lastAnswer.Store(time.Now().UnixNano())
	}
	if x.opts.OnRequest != nil {
		x.opts.OnRequest(ctx, name, time.Since(start), err)
	}
	return err
}

// write runs one request that may take long. If the server has not answered for a while, write checks
// first that it is alive, so that a hanging server is noticed soon.
func (x *Index) write(ctx context.Context, name string, send func(context.Context) error) error {
	if time.Since(time.Unix(0, x.lastAnswer.Load())) > time.Second {
		err := x.request(ctx, "live", x.opts.ConnectTimeout, x.rest.live)
		if err != nil {
			return err
		}
	}
	return x.request(ctx, name, x.opts.WriteTimeout, send)
}
