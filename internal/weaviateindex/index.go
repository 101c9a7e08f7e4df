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

// Options say how to reach Weaviate. Only URL is needed.
type Options struct {
	// URL is where the server answers, like "http://127.0.0.1:8080".
	URL string
	// APIKey is sent as a bearer token when it is set.
	APIKey string
	// Collection names the collection; "Chunk" when empty. Weaviate wants a capital first letter.
	Collection string
	// AtLeast is the least number of chunks that a search asks the server for; the answer
	// is cut to what was wanted. Use 500 for a server that runs BlockMax WAND before 1.39.4.
	AtLeast int
	// SearchTimeout bounds one search and ConnectTimeout the first sign of life before a
	// write; 2 seconds when zero.
	SearchTimeout, ConnectTimeout time.Duration
	// WriteTimeout bounds one batch of a write; 60 seconds when zero.
	WriteTimeout time.Duration
	// OnRequest, when set, is called for every request: the context of the call that it belongs
	// to, its name, how long it took, and what went wrong. It must be safe for concurrent use.
	OnRequest func(ctx context.Context, name string, elapsed time.Duration, err error)
}

// Index keeps the chunks of episodes in Weaviate. It is safe for concurrent use by several
// goroutines and processes; two writers of one episode have to take turns.
type Index struct {
	rest rest
	opts Options

	// ready says that the collection is there and fits; mu guards finding out.
	ready atomic.Bool
	mu    sync.Mutex
	// searching limits how many searches go to the server at once.
	searching *semaphore.Weighted
	// lastAnswer is when the server last answered, in Unix nanoseconds.
	lastAnswer atomic.Int64
}

var _ episodic.Index = (*Index)(nil)

// New returns an Index. It sends nothing: a server that is down now may be up at the first
// call. Close it after use.
func New(opts Options) (*Index, error) {
	u, err := url.Parse(opts.URL)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("weaviate url %q: use http://host:port or https://host:port", opts.URL)
	}
	opts = withDefaults(opts)
	headers := http.Header{
		"Accept": {"application/json"}, "Content-Type": {"application/json"},
		// Every request may be sent twice, because ids are deterministic; this tells the
		// HTTP client that it may do so when the server closed an idle connection.
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

// mostSearches is how many searches are with the server at once; others wait in line. More
// would only make each take longer than its time allows.
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

// Close gives back the connections.
func (x *Index) Close() { x.rest.http.CloseIdleConnections() }

// Version asks the server for its version, like "1.35.2". It doubles as a check that the
// server answers.
func (x *Index) Version(ctx context.Context) (string, error) {
	var version string
	err := x.request(ctx, "meta", x.opts.ConnectTimeout, func(ctx context.Context) (err error) {
		version, err = x.rest.version(ctx)
		return err
	})
	return version, err
}

// request runs one request within its time and calls OnRequest; errors become those of
// the domain.
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

// write runs one request that may take long. When the server was silent for a while it is
// asked for a sign of life first, so that a hanging server is noticed soon.
func (x *Index) write(ctx context.Context, name string, send func(context.Context) error) error {
	if time.Since(time.Unix(0, x.lastAnswer.Load())) > time.Second {
		err := x.request(ctx, "live", x.opts.ConnectTimeout, x.rest.live)
		if err != nil {
			return err
		}
	}
	return x.request(ctx, name, x.opts.WriteTimeout, send)
}
