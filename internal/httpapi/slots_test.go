package httpapi_test

import (
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/httpapi"
)

// gate is a recorder that holds operations up until it is opened.
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

// TestSlots_Introspections holds as many introspections as are answered at once.
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
