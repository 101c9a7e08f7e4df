package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

const (
	// captureBatch is how many events a call of a batch has.
	captureBatch = 50
	// captureTime is how long a rate is measured.
	captureTime = 10 * time.Second
	// captureMemory is the most that buffers and caches should take, in MB, whatever waits.
	captureMemory = 2
	// captureProject is the project of all events.
	captureProject = "captured"
)

// captured is a service that captures events, and a file that the same bytes are appended to.
type captured struct {
	*bench
	app    *app.App
	server *httptest.Server
	bare   *os.File
	next   atomic.Int64
	closers
}

// measureCapture measures the capture of execution events over HTTP.
func (b *bench) measureCapture(ctx context.Context) (err error) {
	c := &captured{bench: b}
	defer c.close()
	for _, part := range []func(context.Context) error{c.measureMemory, c.measureLatency, c.measureRates, c.measureRelevant} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	b.say("capture is measured")
	return nil
}

// open opens a service in a home folder of its own; working says that it brings events to the engines.
func (c *captured) open(ctx context.Context, name string, working bool) error {
	c.close()
	cfg := config.Default()
	cfg.Home = filepath.Join(c.home, "capture-"+name)
	a, err := app.Open(ctx, cfg, engine.State{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	c.later(a.Close)
	a.OpenCapture(ctx, cfg)
	if working {
		a.Start(ctx)
	}
	handler, err := a.Handler(cfg)
	if err != nil {
		return err
	}
	c.app, c.server = a, httptest.NewServer(handler)
	c.later(c.server.Close)
	c.bare, err = os.Create(filepath.Join(cfg.Home, "bare"))
	if err != nil {
		return err
	}
	c.later(func() { _ = c.bare.Close() })
	return nil
}

// events makes events of about 500 bytes in the mix of the requirements; each has a text to redact.
func (c *captured) events(n int) []map[string]any {
	out := make([]map[string]any, n)
	for i := range out {
		number := c.next.Add(1)
		data := map[string]any{"context": map[string]any{"workflowType": "deploy", "domain": fmt.Sprint("d", number%20), "complexity": "high"}}
		kind := "TASK_COMPLETE"
		switch number % 10 {
		case 0, 1, 2:
			kind = "SPECULATION_START"
			data["prediction"] = map[string]any{"toolId": "migrator", "confidence": .9, "reasoning": "asked by anna@example.com"}
		case 3, 4, 5:
			kind = "AIL_DECISION"
			data["decision"] = map[string]any{"type": "ail", "action": "go on", "reasoning": "anna@example.com said so"}
		default:
			data["result"] = map[string]any{"status": "success", "output": strings.Repeat("word ", 36) + "anna@example.com", "executionTimeMs": number}
		}
		out[i] = map[string]any{
			"id": uuid.NewString(), "workflowId": fmt.Sprint("wf-", number/50), "type": kind, "taskId": fmt.Sprint("t", number),
			"at": time.UnixMilli(1_777_777_777_000 + number).UTC().Format(time.RFC3339Nano), "data": data,
		}
	}
	return out
}

const captureMutation = `mutation($project: String!, $events: [ExecutionEventInput!]!, $waitFor: CaptureState!) {
	captureEvents(project: $project, events: $events, waitFor: $waitFor) { receipts { state } } }`

// capture sends events in one call.
func (c *captured) capture(ctx context.Context, events []map[string]any, waitFor string) error {
	return c.ask(ctx, captureMutation, map[string]any{"project": captureProject, "events": events, "waitFor": waitFor}, nil)
}

// ask sends one operation, which has to succeed, and reads its data.
func (c *captured) ask(ctx context.Context, query string, variables map[string]any, into any) error {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.server.URL+"/graphql", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := c.server.Client().Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var got struct {
		Data   json.RawMessage
		Errors []struct{ Message string }
	}
	if err := json.NewDecoder(response.Body).Decode(&got); err != nil {
		return err
	}
	if len(got.Errors) > 0 {
		return errors.New(got.Errors[0].Message)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(got.Data, into)
}

// measureLatency compares, in turns, calls over HTTP with the same bytes at the end of a file and a sync.
func (c *captured) measureLatency(ctx context.Context) error {
	if err := c.open(ctx, "latency", true); err != nil {
		return err
	}
	for _, row := range []struct {
		name    string
		size    int
		waitFor string
	}{{"capture, 1 event a call", 1, "JOURNALED"}, {"capture, 50 events a call", captureBatch, "JOURNALED"}, {"capture, 1 event, until applied", 1, "APPLIED"}} {
		var ours, base measure.Timings
		for range c.n {
			events := c.events(row.size)
			if err := timed(&ours, func() error { return c.capture(ctx, events, row.waitFor) }); err != nil {
				return fmt.Errorf("%s: %w", row.name, err)
			}
			text, err := json.Marshal(events)
			if err != nil {
				return err
			}
			if err := timed(&base, func() error { return c.append(text) }); err != nil {
				return fmt.Errorf("append to a file: %w", err)
			}
		}
		c.captures.Latencies = append(c.captures.Latencies, measure.NewLatency(row.name, 0, ours, base, 0, 0))
	}
	return nil
}

// append writes bytes at the end of the file, and waits until the drive has them.
func (c *captured) append(text []byte) error {
	_, err := c.bare.Write(text)
	return errors.Join(err, c.bare.Sync())
}

// measureRates measures how many events a second are acknowledged while the engines take them in.
func (c *captured) measureRates(ctx context.Context) error {
	for _, row := range []struct {
		name          string
		writers, size int
	}{{"captured, 1 writer, 50 a call", 1, captureBatch}, {"captured, 16 writers, 1 a call", 16, 1}} {
		if err := c.open(ctx, fmt.Sprint("rate-", row.writers), true); err != nil {
			return err
		}
		var sent atomic.Int64
		var failed error
		var once sync.Once
		var writers sync.WaitGroup
		end := time.Now().Add(captureTime)
		for range row.writers {
			writers.Go(func() {
				for time.Now().Before(end) {
					if err := c.capture(ctx, c.events(row.size), "JOURNALED"); err != nil {
						once.Do(func() { failed = err })
						return
					}
					sent.Add(int64(row.size))
				}
			})
		}
		writers.Wait()
		if failed != nil {
			return fmt.Errorf("%s: %w", row.name, failed)
		}
		c.figures = append(c.figures, measure.Figure{Name: row.name, Value: float64(sent.Load()) / captureTime.Seconds(), Unit: "events/s"})
	}
	return nil
}

// measureMemory measures what the process keeps of events that wait while no engine takes them.
func (c *captured) measureMemory(ctx context.Context) error {
	if err := c.open(ctx, "memory", false); err != nil {
		return err
	}
	if err := c.capture(ctx, c.events(captureBatch), "JOURNALED"); err != nil {
		return err
	}
	before := heap()
	for range c.capturedEvents / captureBatch {
		if err := c.capture(ctx, c.events(captureBatch), "JOURNALED"); err != nil {
			return err
		}
	}
	grown := float64(heap()-before) / 1e6
	c.figures = append(c.figures, measure.Figure{Name: fmt.Sprintf("heap with %d events waiting, beyond that with 50", c.capturedEvents), Value: grown, Unit: "MB", Aim: captureMemory})
	return nil
}

// heap is how much of the heap is in use, in bytes, after everything unused was collected.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

const relevantQuery = `query($project: String!, $context: JSON!) {
	capture(project: $project) { relevantEvents(context: $context, fallback: false) { hits { event { id type data } } } } }`

// measureRelevant measures the exact answer to a question for a context, of the events of all others.
func (c *captured) measureRelevant(ctx context.Context) error {
	if err := c.open(ctx, "relevant", true); err != nil {
		return err
	}
	for range c.capturedEvents/captureBatch - 1 {
		if err := c.capture(ctx, c.events(captureBatch), "JOURNALED"); err != nil {
			return err
		}
	}
	if err := c.capture(ctx, c.events(captureBatch), "INDEXED"); err != nil {
		return err
	}
	var took measure.Timings
	for i := range c.n {
		var got struct {
			Capture struct {
				RelevantEvents struct {
					Hits []struct{ Event struct{ ID string } }
				}
			}
		}
		variables := map[string]any{"project": captureProject, "context": map[string]any{"workflowType": "deploy", "domain": fmt.Sprint("d", i%20), "complexity": "high"}}
		if err := timed(&took, func() error { return c.ask(ctx, relevantQuery, variables, &got) }); err != nil {
			return err
		}
		if n := len(got.Capture.RelevantEvents.Hits); n == 0 {
			return errors.New("no event was found for a context")
		}
	}
	for _, p := range []float64{50, 95} {
		f := measure.Figure{Name: fmt.Sprintf("100 relevant events of %d, p%.0f", c.capturedEvents, p), Value: float64(took.Percentile(p)) / float64(time.Millisecond), Unit: "ms"}
		if p == 95 {
			f.Aim = 10
		}
		c.figures = append(c.figures, f)
	}
	return nil
}
