package httpapi_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/httpapi"
)

// gate is a recorder that blocks operations until it is opened.
type gate struct {
	recorder
	reached chan struct{}
	open    chan struct{}
}

func (g *gate) ObserveField(string, time.Duration) {
	select {
	case g.reached <- struct{}{}:
		<-g.open
	case <-g.open:
	}
}

func TestSlots_WhatIsTooMuchIsRefused(t *testing.T) {
	g := &gate{reached: make(chan struct{}), open: make(chan struct{})}
	d := open(t, func(o *httpapi.Options) { o.Limits.Concurrent, o.Recorder = 2, g })
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if got := d.ask(`{ projects { name } }`, nil); got.code() != "INTERNAL" {
				t.Errorf("what was first: %s", got.Body)
			}
		})
		<-g.reached
	}
	got := d.post(typename, "Accept", "application/graphql-response+json")
	if got.Status != 503 || got.code() != "CONCURRENCY_LIMIT_EXCEEDED" || got.Header.Get("Retry-After") != "1" {
		t.Errorf("one too many: %d %v %s", got.Status, got.Header, got.Body)
	}
	if got := d.post(typename, "Accept", "text/event-stream"); got.Status != 503 {
		t.Errorf("one too many over events: %d %s", got.Status, got.Body)
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		if got := d.send("GET", path, "", ""); got.Status != 200 {
			t.Errorf("GET %s = %d: whether it lives is asked when it is busy", path, got.Status)
		}
	}
	close(g.open)
	wg.Wait()
	for range 5 {
		if got := d.ask(`{ __typename }`, nil); got.Data == nil {
			t.Fatalf("afterwards: %s", got.Body)
		}
	}
}

// TestSlots_Introspections blocks as many introspections as are answered at once.
func TestSlots_Introspections(t *testing.T) {
	g := &gate{reached: make(chan struct{}), open: make(chan struct{})}
	d := open(t, func(o *httpapi.Options) { o.Recorder = g })
	const both = `{ projects { name } __schema { queryType { name } } }`
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { d.ask(both, nil) })
		<-g.reached
	}
	for why, query := range map[string]string{
		"one too many": both, "inside of a fragment": `{ ...f } fragment f on Query { __schema { queryType { name } } }`,
		"of a type, renamed": `{ a: __type (name: "Query") { name } }`,
	} {
		if got := d.ask(query, nil); got.Status != 503 || got.code() != "CONCURRENCY_LIMIT_EXCEEDED" || got.Header.Get("Retry-After") != "1" {
			t.Errorf("%s: %d %.300s", why, got.Status, got.Body)
		}
	}
	if got := d.ask(`{ __typename }`, nil); got.Data == nil {
		t.Errorf("what is no introspection: %s", got.Body)
	}
	close(g.open)
	wg.Wait()
	if got := d.ask(`{ __schema { queryType { name } } }`, nil); got.Data == nil {
		t.Errorf("afterwards: %s", got.Body)
	}
}

// TestSlots_Turns checks that an operation over a socket waits for its turn to be parsed, and
// that a caller that is gone stops waiting.
func TestSlots_Turns(t *testing.T) {
	var options httpapi.Options
	open(t, func(o *httpapi.Options) { options = *o })
	crowded, free := httpapi.Crowded(options)
	server := httptest.NewServer(crowded)
	d := door{t: t, url: server.URL}
	c := d.begin()
	say(t, c, message{ID: "1", Type: "subscribe", Payload: json.RawMessage(typename)})
	heard := make(chan message, 1)
	go func() {
		m, _ := hear(t, c)
		heard <- m
	}()
	select {
	case m := <-heard:
		t.Errorf("it does not wait: %+v", m)
	case <-time.After(100 * time.Millisecond):
	}
	free()
	if m := <-heard; m.Type != "next" || !strings.Contains(string(m.Payload), `"Query"`) {
		t.Errorf("its turn: %+v", m)
	}
	_ = c.CloseNow()

	crowded, _ = httpapi.Crowded(options)
	other := httptest.NewServer(crowded)
	client := http.Client{Timeout: 50 * time.Millisecond}
	if response, err := client.Post(other.URL+"/graphql", "application/json", strings.NewReader(typename)); err == nil {
		response.Body.Close()
		t.Error("a request does not wait")
	}
	closed := make(chan struct{})
	go func() {
		server.Close()
		other.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(2 * time.Minute):
		t.Error("a request whose client is gone still waits")
	}
}
