package buffer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/google/uuid"
)

// What Options have when they say nothing.
const (
	// DefaultSize is how many events are sent at once.
	DefaultSize = 50
	// DefaultEvery is how long an event waits for others.
	DefaultEvery = 250 * time.Millisecond
	// DefaultMost is how many events wait in memory, about 1 MB of them.
	DefaultMost = 2_000
)

// Options say where events go and how long they may gather.
type Options struct {
	// URL is the address of the service; empty for CAUSEWAY_URL, else http://127.0.0.1:8484.
	URL string
	// Token is the API token; empty for CAUSEWAY_TOKEN.
	Token string
	// Project is the project; empty for CAUSEWAY_PROJECT.
	Project string
	// Size is how many events are sent at once, 1 to 1,000; Every is how long one waits for others; Most is how many
	// wait in memory. 0 means the default.
	Size, Most int
	Every      time.Duration
	// Spool is a file in which events are kept until they are sent; empty for none. One buffer at a time uses a file.
	Spool string
}

// Event is what happened, docs/capture.md.
type Event struct {
	// ID is a UUID; made if it is empty. At is when it happened; now if it is zero.
	ID string
	At time.Time
	// WorkflowID is the run that it belongs to, TaskID the task, empty for none; Type is like TASK_COMPLETE.
	WorkflowID, TaskID, Type string
	// Data becomes a JSON object.
	Data map[string]any
}

// Counts say what became of the events.
type Counts struct {
	// Captured = Sent + Lost + Waiting. Sent are acknowledged by the service.
	Captured, Sent, Lost, Waiting int64
	// LastError is why something was lost or could not be sent yet; nil if nothing went wrong.
	LastError error
}

// Buffer gathers events and sends them. It is safe for concurrent use.
type Buffer struct {
	options Options
	service *service

	mu      sync.Mutex
	waiting []queued
	// left is how many of the first that wait were left by an earlier buffer; they do not count among Most.
	left   int
	spool  *spool
	counts Counts
	closed bool
	// due has a value when there is something to send at once; done is closed at the end.
	due  chan struct{}
	done chan struct{}
	stop context.CancelFunc
	ctx  context.Context //nolint:containedctx // it is the life of the goroutine that sends
}

// queued is an event in the form in which it is sent, with its id.
type queued struct {
	id   string
	line []byte
}

// New returns a buffer and begins to send what an earlier one left in the spool file. It fails if no project is named,
// or if the spool file cannot be used. The caller closes it.
func New(o Options) (*Buffer, error) {
	o.URL = cmp.Or(o.URL, os.Getenv("CAUSEWAY_URL"), "http://127.0.0.1:8484")
	o.Project = cmp.Or(o.Project, os.Getenv("CAUSEWAY_PROJECT"))
	o.Token = cmp.Or(o.Token, os.Getenv("CAUSEWAY_TOKEN"))
	o.Size, o.Every, o.Most = cmp.Or(o.Size, DefaultSize), cmp.Or(o.Every, DefaultEvery), cmp.Or(o.Most, DefaultMost)
	if o.Project == "" {
		return nil, errors.New("name the project, or set CAUSEWAY_PROJECT")
	}
	b := &Buffer{options: o, service: newService(o), due: make(chan struct{}, 1), done: make(chan struct{})}
	if o.Spool != "" {
		var err error
		if b.spool, b.waiting, err = openSpool(o.Spool); err != nil {
			return nil, fmt.Errorf("open the spool file: %w", err)
		}
		b.left, b.counts.Captured = len(b.waiting), int64(len(b.waiting))
	}
	b.ctx, b.stop = context.WithCancel(context.Background())
	go b.run()
	return b, nil
}

// Capture takes an event and returns at once. It never fails: what cannot be kept is counted as lost.
func (b *Buffer) Capture(e Event) {
	q, err := encode(e)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.counts.Captured++
	switch {
	case err != nil:
		b.lose(1, err)
		return
	case b.closed:
		b.lose(1, errors.New("the buffer is closed"))
		return
	case len(b.waiting)-b.left >= b.options.Most:
		b.lose(1, fmt.Errorf("%d events wait already: the service does not take them fast enough", len(b.waiting)))
		return
	}
	if b.spool != nil {
		if err := b.spool.add(q.line); err != nil {
			b.counts.LastError = fmt.Errorf("write the spool file: %w", err) // it is sent all the same
		}
	}
	if b.waiting = append(b.waiting, q); len(b.waiting) == b.options.Size {
		b.wake()
	}
}

// encode brings an event into the form in which it is sent, so that the caller may change its data afterwards.
func encode(e Event) (q queued, err error) {
	defer func() {
		if p := recover(); p != nil { // a MarshalJSON of the caller's
			err = fmt.Errorf("encode an event: %v", p)
		}
	}()
	if e.ID == "" {
		id, err := uuid.NewV7()
		if err != nil {
			return q, err
		}
		e.ID = id.String()
	}
	if e.At.IsZero() {
		e.At = time.Now()
	}
	if e.Data == nil {
		e.Data = map[string]any{}
	}
	sent := map[string]any{
		"id": e.ID, "workflowId": e.WorkflowID, "type": e.Type, "at": e.At.UTC().Format("2006-01-02T15:04:05.000Z"), "data": e.Data,
	}
	if e.TaskID != "" {
		sent["taskId"] = e.TaskID
	}
	line, err := json.Marshal(sent)
	return queued{e.ID, line}, err
}

// lose counts events that are not sent; the caller holds mu.
func (b *Buffer) lose(n int64, why error) {
	b.counts.Lost += n
	b.counts.LastError = why
}

func (b *Buffer) wake() {
	select {
	case b.due <- struct{}{}:
	default:
	}
}

// Counts returns what became of the events until now.
func (b *Buffer) Counts() Counts {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.counts
	c.Waiting = int64(len(b.waiting))
	return c
}

// Close sends what waits, for as long as ctx lasts, and ends the buffer. What is not sent by then stays in the spool file, or
// is lost without one. It returns the counts of the end.
func (b *Buffer) Close(ctx context.Context) Counts {
	b.mu.Lock()
	b.closed = true
	b.wake()
	b.mu.Unlock()
	select {
	case <-b.done:
	case <-ctx.Done():
		b.stop()
		<-b.done
	}
	b.stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.counts
	if b.spool != nil {
		c.Waiting = int64(len(b.waiting))
		if err := b.spool.close(); err != nil {
			c.LastError = err
		}
	} else if n := int64(len(b.waiting)); n > 0 {
		b.lose(n, cmp.Or(b.counts.LastError, context.Cause(ctx)))
		b.waiting, c = nil, b.counts
	}
	return c
}

// longestPause is the longest pause between two attempts.
const longestPause = 5 * time.Second

// run sends what gathers, until the buffer is closed and empty.
func (b *Buffer) run() {
	defer close(b.done)
	pause := b.options.Every
	for {
		select {
		case <-b.due:
		case <-time.After(pause):
		case <-b.ctx.Done():
			return
		}
		err := b.flush()
		if err == nil {
			pause = b.options.Every
		} else {
			pause = min(max(2*pause, retryAfter(err)), longestPause)
		}
		b.mu.Lock()
		over := b.closed && len(b.waiting) == 0
		if b.closed && err == nil && !over || len(b.waiting) >= b.options.Size && err == nil {
			b.wake()
		}
		b.mu.Unlock()
		if over {
			return
		}
	}
}

// flush sends one batch.
func (b *Buffer) flush() error {
	b.mu.Lock()
	batch := b.waiting[:min(len(b.waiting), b.options.Size)]
	b.mu.Unlock()
	if len(batch) == 0 {
		return nil
	}
	sent, lost, err := b.service.sendAll(b.ctx, batch)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.counts.Sent += int64(sent)
	if err != nil {
		b.counts.LastError = err
	}
	b.counts.Lost += int64(lost)
	n := sent + lost
	b.waiting = append([]queued(nil), b.waiting[n:]...)
	b.left = max(0, b.left-n)
	if b.spool != nil && n > 0 {
		if err := b.spool.forget(n, b.waiting); err != nil {
			b.counts.LastError = err
		}
	}
	if n < len(batch) {
		return err
	}
	return nil
}
