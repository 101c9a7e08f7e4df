package weaviateindex_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
)

// line is a connection to the real server that can be cut, or swallow what is sent.
type line struct {
	t       testing.TB
	address string
	server  string

	mu       sync.Mutex
	listener net.Listener
	open     []net.Conn
	swallow  bool
}

func newLine(t testing.TB) *line {
	t.Helper()
	u, err := url.Parse(enginetest.Weaviate(t))
	if err != nil {
		t.Fatal(err)
	}
	l := &line{t: t, server: u.Host, address: "127.0.0.1:0"}
	l.connect()
	t.Cleanup(l.cut)
	return l
}

// connect listens at the same address as before.
func (l *line) connect() {
	l.t.Helper()
	listener, err := net.Listen("tcp", l.address)
	if err != nil {
		l.t.Fatal(err)
	}
	l.mu.Lock()
	l.listener, l.address = listener, listener.Addr().String()
	l.mu.Unlock()
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go l.serve(c)
		}
	}()
}

func (l *line) serve(c net.Conn) {
	l.mu.Lock()
	l.open = append(l.open, c)
	swallow := l.swallow
	l.mu.Unlock()
	if swallow {
		_, _ = io.Copy(io.Discard, c)
		return
	}
	server, err := net.Dial("tcp", l.server)
	if err != nil {
		c.Close()
		return
	}
	go func() { _, _ = io.Copy(server, c); server.Close() }()
	_, _ = io.Copy(c, server)
	c.Close()
}

// cut closes everything, as if the server were down.
func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.listener.Close()
	for _, c := range l.open {
		c.Close()
	}
	l.open = nil
}

// hang makes the server accept connections and never answer.
func (l *line) hang(on bool) {
	l.cut()
	l.mu.Lock()
	l.swallow = on
	l.mu.Unlock()
	l.connect()
}

func (l *line) index(opts weaviateindex.Options) *weaviateindex.Index {
	l.t.Helper()
	opts.URL, opts.APIKey = "http://"+l.address, enginetest.WeaviateKey()
	x, err := weaviateindex.New(opts)
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(x.Close)
	return x
}

// calls are all calls that reach the server.
func calls(x *weaviateindex.Index, p string) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"search": func(ctx context.Context) error {
			_, err := x.Search(ctx, episodic.ChunkQuery{IndexGeneration: first(p), Terms: "task", Limit: 1})
			return err
		},
		"put": func(ctx context.Context) error {
			_, err := x.PutEpisodes(ctx, first(p), []episodic.EpisodeChunks{episode("ep", "task")})
			return err
		},
		"delete":  func(ctx context.Context) error { return x.DeleteEpisodes(ctx, first(p), []string{"none"}) },
		"drop":    func(ctx context.Context) error { return x.DropProject(ctx, p+"x") },
		"list":    func(ctx context.Context) error { _, err := x.ListEpisodes(ctx, first(p)); return err },
		"version": func(ctx context.Context) error { _, err := x.Version(ctx); return err },
	}
}

func TestIndex_serverDown(t *testing.T) {
	p := project(t, open(t))
	l := newLine(t)
	x := l.index(weaviateindex.Options{})
	for name, call := range calls(x, p) {
		if err := call(t.Context()); err != nil {
			t.Fatalf("%s before: %v", name, err)
		}
	}
	for how, stop := range map[string]func(){"cut": l.cut, "hanging": func() { l.hang(true) }} {
		stop()
		// A server known to be alive may take the time of a whole write.
		time.Sleep(1100 * time.Millisecond)
		for name, call := range calls(x, p) {
			start := time.Now()
			err := call(t.Context())
			if took := time.Since(start); enginetest.TooLong(t, took, 3*time.Second) {
				t.Errorf("%s, %s: the error took %v", how, name, took)
			}
			if !errors.Is(err, episodic.ErrUnavailable) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s, %s: want one clear line of ErrUnavailable, got %v", how, name, err)
			}
		}
		l.hang(false)
		for name, call := range calls(x, p) {
			if err := call(t.Context()); err != nil {
				t.Errorf("%s, %s: it does not work again by itself: %v", how, name, err)
			}
		}
	}
}

func TestIndex_downAtTheBeginning(t *testing.T) {
	p := project(t, open(t))
	l := newLine(t)
	l.cut()
	x := l.index(weaviateindex.Options{})
	if err := x.EnsureSchema(t.Context()); !errors.Is(err, episodic.ErrUnavailable) {
		t.Errorf("want ErrUnavailable, got %v", err)
	}
	l.connect()
	put(t, x, p, episode("ep", "task"))
}

// Far more callers than may search at once notice together that the server hangs.
func TestIndex_hangsUnderMany(t *testing.T) {
	p := project(t, open(t))
	l := newLine(t)
	x := l.index(weaviateindex.Options{SearchTimeout: 500 * time.Millisecond})
	put(t, x, p, episode("ep", "task"))
	l.hang(true)
	start := time.Now()
	for err := range searches(t, x, p, 100) {
		if !errors.Is(err, episodic.ErrUnavailable) {
			t.Errorf("want ErrUnavailable, got %v", err)
		}
	}
	if took := time.Since(start); enginetest.TooLong(t, took, 3*time.Second) { // eight at a time would take six
		t.Errorf("the last of 100 learned after %v that the server hangs", took)
	}
	l.hang(false)
	for err := range searches(t, x, p, 100) {
		if err != nil {
			t.Errorf("a server that answers is waited for: %v", err)
		}
	}
}

// searches runs n searches at once and sends their errors.
func searches(t *testing.T, x *weaviateindex.Index, p string, n int) <-chan error {
	ended := make(chan error, n)
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			_, err := x.Search(t.Context(), episodic.ChunkQuery{IndexGeneration: first(p), Terms: "task", Limit: 1})
			ended <- err
		})
	}
	wg.Wait()
	close(ended)
	return ended
}

func TestIndex_callerGivesUp(t *testing.T) {
	p := project(t, open(t))
	l := newLine(t)
	x := l.index(weaviateindex.Options{})
	if err := x.EnsureSchema(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.hang(true)
	for name, call := range calls(x, p) {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		start := time.Now()
		err := call(ctx)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, episodic.ErrUnavailable) {
			t.Errorf("%s: the caller's time ran out, the server is not to blame: %v", name, err)
		}
		if took := time.Since(start); enginetest.TooLong(t, took, time.Second) {
			t.Errorf("%s: returned %v after the caller gave up", name, took)
		}
	}
}

func TestIndex_OnRequest(t *testing.T) {
	p := project(t, open(t))
	var mu sync.Mutex
	seen := map[string]int{}
	l := newLine(t)
	x := l.index(weaviateindex.Options{OnRequest: func(_ context.Context, name string, elapsed time.Duration, err error) {
		mu.Lock()
		defer mu.Unlock()
		seen[name]++
		if elapsed <= 0 {
			t.Errorf("%s took %v", name, elapsed)
		}
		if err != nil {
			seen["error"]++
		}
	}})
	put(t, x, p, episode("ep", "task"))
	search(t, x, episodic.ChunkQuery{IndexGeneration: first(p), Text: "task"})
	l.cut()
	_, _ = x.Search(t.Context(), episodic.ChunkQuery{IndexGeneration: first(p), Terms: "task", Limit: 1})
	for name, want := range map[string]int{"put-chunks": 1, "delete-chunks": 1, "search": 2, "error": 1} {
		if seen[name] != want {
			t.Errorf("%s was told %d times, want %d: %v", name, seen[name], want, seen)
		}
	}
}

func TestIndex_Version(t *testing.T) {
	version, err := open(t).Version(t.Context())
	if err != nil || strings.Count(version, ".") < 2 {
		t.Errorf("version %q, %v", version, err)
	}
}

func TestNew_badURL(t *testing.T) {
	for _, bad := range []string{"", "127.0.0.1:8080", "ftp://host", "http://", ":", "http://a b"} {
		if _, err := weaviateindex.New(weaviateindex.Options{URL: bad}); err == nil || !strings.Contains(err.Error(), "http") {
			t.Errorf("%q: want an error that says what would be right, got %v", bad, err)
		}
	}
}
