package embedding_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/embedding/embedtest"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

func TestRemote_Embed_triesAgain(t *testing.T) {
	for _, c := range []struct {
		why      string
		change   func(b *embedtest.Behaviour)
		requests int
		least    time.Duration
	}{
		{"two server errors", func(b *embedtest.Behaviour) { b.Fail, b.Status = 2, 500 }, 3, 0},
		{"a gateway that is not there", func(b *embedtest.Behaviour) { b.Fail, b.Status = 1, 503 }, 2, 0},
		{"a cut connection", func(b *embedtest.Behaviour) { b.Drop = 2 }, 3, 0},
		{"a limit, with the seconds to wait", func(b *embedtest.Behaviour) { b.Fail, b.Status, b.RetryAfter = 1, 429, "1" }, 2, time.Second},
		{"a limit, with the time to come back", func(b *embedtest.Behaviour) {
			b.Fail, b.Status = 1, 429
			b.RetryAfter = time.Now().Add(2 * time.Second).UTC().Format(http.TimeFormat)
		}, 2, 900 * time.Millisecond},
		{"a server that is being started, with the seconds to wait", func(b *embedtest.Behaviour) { b.Fail, b.Status, b.RetryAfter = 1, 503, "1" }, 2, time.Second},
		{"a limit without a time", func(b *embedtest.Behaviour) { b.Fail, b.Status = 3, 429 }, 4, 0},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			s := embedtest.New(t)
			_, m, _ := ready(t, s, embedding.Options{})
			s.Change(c.change)
			began := time.Now()
			texts := numbered(3)
			vectors, err := m.Embed(t.Context(), texts)
			must(t, err)
			correct(t, c.why, texts, vectors)
			if took := time.Since(began); s.Requests() != c.requests || took < c.least || enginetest.TooLong(t, took, c.least+3*time.Second) {
				t.Errorf("%d requests in %v", s.Requests(), took)
			}
		})
	}
}

func TestRemote_Embed_leavesABusyEndpointAlone(t *testing.T) {
	s := embedtest.New(t)
	_, m, _ := ready(t, s, embedding.Options{Timeout: time.Second})
	s.Change(func(b *embedtest.Behaviour) { b.Fail, b.Status, b.RetryAfter = 1, 429, "3600" })
	for range 3 {
		began := time.Now()
		_, err := m.Embed(t.Context(), numbered(3))
		if !errors.Is(err, episodic.ErrUnavailable) || !strings.Contains(err.Error(), "429") || enginetest.TooLong(t, time.Since(began), 2*time.Second) {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
	}
	if s.Requests() != 1 {
		t.Errorf("%d requests to an endpoint that wants none for an hour", s.Requests())
	}
}

// No error and no log reveals the key; each names the setting to check and the host.
func TestRemote_Embed_saysWhatToLookAt(t *testing.T) {
	for _, c := range []struct {
		why, want string
		options   embedding.Options
		change    func(b *embedtest.Behaviour)
	}{
		{"nobody there", "embedding.url", embedding.Options{}, func(b *embedtest.Behaviour) { b.Drop = -1 }},
		{"too slow", "embedding.timeout", embedding.Options{Timeout: 30 * time.Millisecond}, func(b *embedtest.Behaviour) { b.Delay = time.Second }},
		{"broken", "answers 500 (embedding.url): told to fail", embedding.Options{}, func(b *embedtest.Behaviour) { b.Fail, b.Status = -1, 500 }},
		{"busy", "429", embedding.Options{}, func(b *embedtest.Behaviour) { b.Fail, b.Status = -1, 429 }},
		{"another key", "CAUSEWAY_EMBEDDING_KEY", embedding.Options{}, func(b *embedtest.Behaviour) { b.Key = "other" }},
		{"a key without rights", "embedding.model", embedding.Options{}, func(b *embedtest.Behaviour) { b.Fail, b.Status = -1, 403 }},
		{"no such model", "embedding.model", embedding.Options{}, func(b *embedtest.Behaviour) { b.Only = "large" }},
		{"every text refused", "refuses every text (embedding.model", embedding.Options{}, func(b *embedtest.Behaviour) { b.Fail, b.Status = -1, 400 }},
		{"another address", "set embedding.url to where it leads", embedding.Options{}, func(b *embedtest.Behaviour) { b.Fail, b.Status = -1, 301 }},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			s := embedtest.New(t)
			var log bytes.Buffer
			c.options.Key, c.options.Log = secret, slog.New(slog.NewTextHandler(&log, nil))
			var attempts []error
			c.options.OnRequest = func(_ context.Context, _ string, _ time.Duration, err error) { attempts = append(attempts, err) }
			_, m, _ := ready(t, s, c.options)
			s.Change(c.change)
			_, err := m.Embed(t.Context(), numbered(1))
			host := strings.TrimSuffix(strings.TrimPrefix(s.URL, "http://"), "/v1")
			if !errors.Is(err, episodic.ErrUnavailable) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), host) {
				t.Errorf("%v, want %q and %q", err, c.want, host)
			}
			var engine *episodic.EngineError
			if !errors.As(err, &engine) {
				t.Errorf("%v names no engine", err)
			}
			// Before the change one was answered, if perhaps not the first on a busy machine.
			if !slices.ContainsFunc(attempts, func(err error) bool { return err == nil }) || attempts[len(attempts)-1] == nil {
				t.Errorf("the observer was told %v", attempts)
			}
			if all := fmt.Sprint(err, attempts, log.String()); strings.Contains(all, secret) || strings.Contains(all, s.URL) {
				t.Errorf("the key or the whole address is told: %s", all)
			}
		})
	}
}

func TestRemote_Embed_breaker(t *testing.T) {
	s := embedtest.New(t)
	_, m, _ := ready(t, s, embedding.Options{})
	s.Change(func(b *embedtest.Behaviour) { b.Fail, b.Status = -1, 500 })
	for range 20 {
		if _, err := m.Embed(t.Context(), numbered(1)); !errors.Is(err, episodic.ErrUnavailable) {
			t.Fatalf("a broken endpoint: %v", err)
		}
	}
	_, err := m.Embed(t.Context(), numbered(1))
	if s.Requests() > 8 || err == nil || !strings.Contains(err.Error(), "left alone") {
		t.Errorf("%d requests for 21 calls; %v", s.Requests(), err)
	}
	s.Change(func(b *embedtest.Behaviour) { b.Fail = 0 })
	time.Sleep(350 * time.Millisecond)
	texts := numbered(5)
	vectors, err := m.Embed(t.Context(), texts)
	must(t, err)
	correct(t, "after it came back", texts, vectors)
}

func TestRemote_Embed_callersThatGo(t *testing.T) {
	s := embedtest.New(t)
	_, m, _ := ready(t, s, embedding.Options{})
	s.Change(func(b *embedtest.Behaviour) { b.Delay = 200 * time.Millisecond })
	for range 8 {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		_, err := m.Embed(ctx, numbered(2))
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, episodic.ErrUnavailable) {
			t.Fatalf("a caller that went: %v", err)
		}
	}
	if _, err := m.Embed(t.Context(), numbered(2)); err != nil {
		t.Errorf("callers that went have tripped the breaker: %v", err)
	}
}

// Consecutive failures still count as consecutive if a caller cancels in between.
func TestRemote_Embed_callersThatGoSayNothing(t *testing.T) {
	s := embedtest.New(t)
	_, m, _ := ready(t, s, embedding.Options{})
	s.Change(func(b *embedtest.Behaviour) { b.Fail, b.Status = -1, 500 })
	_, first := m.Embed(t.Context(), numbered(1)) // four tries
	s.Change(func(b *embedtest.Behaviour) { b.Delay = time.Second })
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, second := m.Embed(ctx, numbered(1))
	s.Change(func(b *embedtest.Behaviour) { b.Delay = 0 })
	_, third := m.Embed(t.Context(), numbered(1))
	if first == nil || second == nil || third == nil || s.Requests() != 6 {
		t.Errorf("%d requests, want 4, one that nobody waited for, and the fifth failure", s.Requests())
	}
}

// The key must not be sent to another host.
func TestRemote_Embed_followsNobody(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("another server was asked, with the header %q", r.Header.Get("Authorization"))
	}))
	t.Cleanup(elsewhere.Close)
	moved := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	t.Cleanup(moved.Close)
	_, err := open(t, nil, embedding.Options{URL: moved.URL, Key: secret}).Prepare(t.Context(), nil)
	if !errors.Is(err, episodic.ErrUnavailable) || !strings.Contains(err.Error(), "answers 307, which leads elsewhere") {
		t.Errorf("a server that has moved: %v", err)
	}
}
