package neo4jstore_test

import (
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// between passes connections on to a server, and can cut all of them.
type between struct {
	listener net.Listener
	server   string
	mu       sync.Mutex
	open     []net.Conn
	taken    int
	// asked says that the last bytes that passed went to the server, trips how often they did so
	// after an answer: round trips.
	asked bool
	trips int
}

func newBetween(t *testing.T, server string) *between {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	b := &between{listener: l, server: server}
	t.Cleanup(func() {
		_ = l.Close()
		b.cut()
	})
	go b.serve()
	return b
}

func (b *between) serve() {
	for {
		client, err := b.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", b.server)
		if err != nil {
			_ = client.Close()
			continue
		}
		b.mu.Lock()
		b.open, b.taken = append(b.open, client, server), b.taken+1
		b.mu.Unlock()
		go func() { _, _ = io.Copy(passing{server, func() { b.pass(true) }}, client) }()
		go func() { _, _ = io.Copy(passing{client, func() { b.pass(false) }}, server) }()
	}
}

// passing calls pass before each write.
type passing struct {
	io.Writer
	pass func()
}

func (c passing) Write(p []byte) (int, error) {
	c.pass()
	return c.Writer.Write(p)
}

// pass counts a round trip with the first bytes to the server after an answer.
func (b *between) pass(ask bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if ask && !b.asked {
		b.trips++
	}
	b.asked = ask
}

// count returns the round trips of some work of one caller at a time.
func (b *between) count(work func()) int {
	read := func() int {
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.trips
	}
	before := read()
	work()
	return read() - before
}

func (b *between) cut() (taken int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.open {
		_ = c.Close()
	}
	b.open = nil
	return b.taken
}

// TestStore_readsOverANewConnection cuts the connections that wait in the pool, as a
// restart of the server does: the next read must not show it.
func TestStore_readsOverANewConnection(t *testing.T) {
	o := options(t)
	u, err := url.Parse(o.URI)
	must(t, err)
	b := newBetween(t, u.Host)
	o.URI = "bolt://" + b.listener.Addr().String()
	var failed []error
	o.OnStatement = func(_ context.Context, _ string, _ time.Duration, err error) {
		if err != nil {
			failed = append(failed, err)
		}
	}
	s := open(t, o)
	p := project(t, store(t))
	record(t, s, p, prepare(t, "a", 1))
	before := 0
	for range 3 {
		before = b.cut()
		found, err := s.GetEpisodes(t.Context(), p, []string{"a"})
		if err != nil || len(found) != 1 {
			t.Errorf("after the connections were cut: %d episodes, %v", len(found), err)
		}
	}
	if after := b.cut(); after <= before {
		t.Errorf("%d connections before the last cut and %d after; was nothing cut?", before, after)
	}
	record(t, s, p, prepare(t, "a", 2))
	if len(failed) > 0 {
		t.Errorf("failures that no caller sees were counted: %v", failed)
	}
}

func TestStore_readsItsOwnWrites(t *testing.T) {
	s := store(t)
	p := project(t, s)
	for revision := 1; revision <= 30; revision++ {
		record(t, s, p, prepare(t, "a", revision))
		found, err := s.GetEpisodes(t.Context(), p, []string{"a"})
		must(t, err)
		if len(found) != 1 || found[0].Revision != revision {
			t.Fatalf("revision %d is not there at once: %v", revision, found)
		}
	}
	_, err := s.GetEpisodes(t.Context(), p, nil)
	must(t, err)
	var none []episodic.Stored
	if none, err = s.GetEpisodes(t.Context(), p, []string{"b"}); err != nil || none != nil {
		t.Errorf("an absent episode: %v, %v", none, err)
	}
}
