package idempotency_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// store is one that keeps entries for these tests.
type store interface {
	ledger.Store
	Migrate(ctx context.Context) error
	Close(ctx context.Context) error
}

// open returns two handles on the engine of the run.
func open(t *testing.T) (first, second ledger.Store) {
	t.Helper()
	dir := t.TempDir()
	handle := func() ledger.Store {
		var s store
		var err error
		if enginetest.Embedded() {
			s, err = sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(dir, "causeway.db")})
		} else {
			at := enginetest.Neo4j(t)
			s, err = neo4jstore.Open(neo4jstore.Options{URI: at.URI, User: at.User, Password: at.Password, Timeout: enginetest.Patience})
		}
		if err == nil {
			t.Cleanup(func() { _ = s.Close(context.WithoutCancel(t.Context())) })
			err = s.Migrate(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	return handle(), handle()
}

// clock is a time that tests set.
type clock struct{ offset atomic.Int64 }

func (c *clock) now() time.Time       { return time.Now().Add(time.Duration(c.offset.Load())) }
func (c *clock) pass(d time.Duration) { c.offset.Add(int64(d)) }
func call(project string) *idempotency.Call {
	key := "key"
	return &idempotency.Call{Project: project, Key: &key, Operation: "write", Arguments: map[string]any{"n": 1}}
}

// counting is a work that counts how often it is done.
func counting(n *atomic.Int64) idempotency.Work[string] {
	return func(context.Context, bool) (string, error) { return fmt.Sprint("result ", n.Add(1)), nil }
}

func TestDo_answersARepeat(t *testing.T) {
	first, second := open(t)
	var c clock
	var done atomic.Int64
	project := enginetest.Project(t)
	services := []*idempotency.Service{idempotency.New(first, c.now), idempotency.New(second, c.now)}
	for i := range 4 {
		got, err := idempotency.Do(t.Context(), services[i%2], *call(project), counting(&done))
		if err != nil || got != "result 1" {
			t.Errorf("call %d: %q, %v", i, got, err)
		}
	}
	c.pass(idempotency.Kept - time.Minute)
	if got, err := idempotency.Do(t.Context(), services[1], *call(project), counting(&done)); err != nil || got != "result 1" {
		t.Errorf("within a day: %q, %v", got, err)
	}
	c.pass(2 * time.Minute)
	if got, err := idempotency.Do(t.Context(), services[0], *call(project), counting(&done)); err != nil || got != "result 2" {
		t.Errorf("after a day the key is forgotten: %q, %v", got, err)
	}
}

func TestDo_refuses(t *testing.T) {
	s, _ := open(t)
	service := idempotency.New(s, time.Now)
	var done atomic.Int64
	project := enginetest.Project(t)
	if _, err := idempotency.Do(t.Context(), service, *call(project), counting(&done)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		why    string
		change func(*idempotency.Call)
		want   error
	}{
		{"other arguments", func(c *idempotency.Call) { c.Arguments = map[string]any{"n": 2} }, idempotency.ErrConflict},
		{"another write", func(c *idempotency.Call) { c.Operation = "other" }, idempotency.ErrConflict},
		{"an empty key", func(c *idempotency.Call) { c.Key = new("") }, problem.ErrInvalid},
		{"a long key", func(c *idempotency.Call) { c.Key = new(strings.Repeat("ß", idempotency.MaxKey+1)) }, problem.ErrInvalid},
		{"a line break", func(c *idempotency.Call) { c.Key = new("a\nb") }, problem.ErrInvalid},
		{"the longest key", func(c *idempotency.Call) { c.Key = new(strings.Repeat("ß", idempotency.MaxKey)) }, nil},
		{"the same key for another project", func(c *idempotency.Call) { c.Project += "x" }, nil},
		{"no key", func(c *idempotency.Call) { c.Key = nil }, nil},
	} {
		asked := call(project)
		c.change(asked)
		if _, err := idempotency.Do(t.Context(), service, *asked, counting(&done)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.why, err, c.want)
		}
	}
	if n := done.Load(); n != 4 {
		t.Errorf("the work was done %d times, want 4", n)
	}
}

func TestDo_onlyOneOfManyWorks(t *testing.T) {
	first, second := open(t)
	services := []*idempotency.Service{idempotency.New(first, time.Now), idempotency.New(second, time.Now)}
	var done, answered, underWay atomic.Int64
	project := enginetest.Project(t)
	work := func(context.Context, bool) (int64, error) {
		time.Sleep(200 * time.Millisecond)
		return done.Add(1), nil
	}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			got, err := idempotency.Do(t.Context(), services[i%2], *call(project), work)
			switch {
			case err == nil && got == 1:
				answered.Add(1)
			case errors.Is(err, idempotency.ErrUnderWay):
				underWay.Add(1)
			default:
				t.Errorf("%d, %v", got, err)
			}
		})
	}
	wg.Wait()
	if done.Load() != 1 || answered.Load() < 1 || answered.Load()+underWay.Load() != 20 {
		t.Errorf("done %d times, %d answered, %d under way", done.Load(), answered.Load(), underWay.Load())
	}
}

func TestDo_keepsNoError(t *testing.T) {
	s, _ := open(t)
	service := idempotency.New(s, time.Now)
	for _, c := range []struct {
		why   string
		err   error
		again bool
	}{
		{"input that breaks a rule", problem.ErrInvalid, false},
		{"something that is not there", episodic.ErrNotFound, false},
		{"a time limit leaves open what was done", episodic.ErrTimeout, true},
		{"an engine that does not answer too", fmt.Errorf("write: %w", episodic.ErrUnavailable), true},
		{"and a caller that goes away", context.Canceled, true},
	} {
		project := enginetest.Project(t)
		_, err := idempotency.Do(t.Context(), service, *call(project), func(context.Context, bool) (string, error) { return "", c.err })
		if !errors.Is(err, c.err) {
			t.Errorf("%s: %v", c.why, err)
		}
		got, err := idempotency.Do(t.Context(), service, *call(project), func(_ context.Context, again bool) (bool, error) { return again, nil })
		if err != nil || got != c.again {
			t.Errorf("%s: the repeat is told %t, %v; want %t", c.why, got, err, c.again)
		}
	}
}

// Once it is open whether the work was done, it stays open until a call does it.
func TestDo_remembersThatItMayBeDone(t *testing.T) {
	s, _ := open(t)
	service := idempotency.New(s, time.Now)
	project := enginetest.Project(t)
	for i, fail := range []error{episodic.ErrTimeout, episodic.ErrNotFound, problem.ErrInvalid, nil} {
		told := false
		_, err := idempotency.Do(t.Context(), service, *call(project), func(_ context.Context, again bool) (string, error) {
			told = again
			return "", fail
		})
		if !errors.Is(err, fail) || told != (i > 0) {
			t.Errorf("call %d is told %t, %v", i, told, err)
		}
	}
}

// A call whose process died holds its key until its lease ends; then a repeat takes it over.
func TestDo_afterACrash(t *testing.T) {
	s, _ := open(t)
	var c clock
	service := idempotency.New(s, c.now)
	project := enginetest.Project(t)
	began, end := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { close(end) })
	go func() {
		_, _ = idempotency.Do(context.WithoutCancel(t.Context()), service, *call(project), func(context.Context, bool) (string, error) {
			close(began)
			<-end
			return "late", nil
		})
	}()
	<-began
	var done atomic.Int64
	if _, err := idempotency.Do(t.Context(), service, *call(project), counting(&done)); !errors.Is(err, idempotency.ErrUnderWay) {
		t.Errorf("while it is at work: %v", err)
	}
	c.pass(idempotency.Lease + time.Second)
	got, err := idempotency.Do(t.Context(), service, *call(project), func(_ context.Context, again bool) (bool, error) { return again, nil })
	if err != nil || !got {
		t.Errorf("after the lease: told %t, %v", got, err)
	}
}

// A call that was paused, while a repeat took its key over, writes no more: what others wrote
// meanwhile stays.
func TestDo_afterAPause(t *testing.T) {
	s, other := open(t)
	graph := s.(episodic.Store)
	var c clock
	project := enginetest.Project(t)
	t.Cleanup(func() { _ = graph.PurgeProject(context.WithoutCancel(t.Context()), project) })
	record := func(ctx context.Context, task string) error {
		e, err := intake.Prepare(episodic.Episode{ID: "a", Task: task, Outcome: episodic.OutcomeUnknown})
		if err == nil {
			_, err = graph.RecordEpisodes(ctx, project, []episodic.Prepared{e}, false, time.Now())
		}
		return err
	}
	_, err := idempotency.Do(t.Context(), idempotency.New(s, c.now), *call(project), func(ctx context.Context, _ bool) (bool, error) {
		ctx = context.WithoutCancel(ctx) // it does not notice by itself
		c.pass(idempotency.Lease + time.Second)
		_, err := idempotency.Do(t.Context(), idempotency.New(other, c.now), *call(project), func(ctx context.Context, _ bool) (bool, error) {
			return true, record(ctx, "asked")
		})
		if err == nil {
			err = record(t.Context(), "revised")
		}
		if err != nil {
			t.Fatal(err)
		}
		return true, record(ctx, "asked")
	})
	if !errors.Is(err, episodic.ErrOvertaken) {
		t.Errorf("the paused call: %v", err)
	}
	found, err := graph.GetEpisodes(t.Context(), project, []string{"a"})
	if err != nil || len(found) != 1 || found[0].Episode.Task != "revised" {
		t.Errorf("there is %+v, %v", found, err)
	}
}

func TestDo_outlivesAPurge(t *testing.T) {
	s, _ := open(t)
	graph := s.(episodic.Store)
	service := idempotency.New(s, time.Now)
	for _, outlives := range []bool{true, false} {
		project := enginetest.Project(t)
		e, err := intake.Prepare(episodic.Episode{ID: "a", Task: "x", Outcome: episodic.OutcomeUnknown})
		if err == nil {
			_, err = graph.RecordEpisodes(t.Context(), project, []episodic.Prepared{e}, false, time.Now())
		}
		if err != nil {
			t.Fatal(err)
		}
		asked := call(project)
		asked.Outlives = outlives
		purge := func(ctx context.Context, _ bool) (bool, error) { return true, graph.PurgeProject(ctx, project) }
		if _, err := idempotency.Do(t.Context(), service, *asked, purge); err != nil {
			t.Fatal(err)
		}
		_, err = idempotency.Do(t.Context(), service, *asked, purge)
		if outlives && err != nil || !outlives && !errors.Is(err, episodic.ErrProjectNotFound) {
			t.Errorf("outlives %t: the repeat after the purge: %v", outlives, err)
		}
	}
}

// A result that stands for something that was cut off is replaced by the first repeat, once.
func TestDo_redoesWhatWasCutOff(t *testing.T) {
	service := idempotency.New(newMemory(), time.Now)
	var n atomic.Int64
	cut := true
	c := *call("p")
	c.Redo = func(_ context.Context, result json.RawMessage) (bool, error) {
		return cut && string(result) == `"result 1"`, nil
	}
	for _, want := range []string{"result 1", "result 2", "result 2"} {
		if got, err := idempotency.Do(t.Context(), service, c, counting(&n)); got != want || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	failed := errors.New("it cannot be told")
	c.Redo = func(context.Context, json.RawMessage) (bool, error) { return false, failed }
	if _, err := idempotency.Do(t.Context(), service, c, counting(&n)); !errors.Is(err, failed) || n.Load() != 2 {
		t.Errorf("%v after %d times", err, n.Load())
	}
	c.Arguments = "others"
	if _, err := idempotency.Do(t.Context(), service, c, counting(&n)); !errors.Is(err, idempotency.ErrConflict) {
		t.Errorf("other arguments: %v", err)
	}
}
