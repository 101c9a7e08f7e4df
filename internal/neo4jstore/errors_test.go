package neo4jstore_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// closedPort returns an address that nothing listens on.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	return l.Addr().String()
}

// silentPort returns an address that takes connections and never answers.
func silentPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			if _, err := l.Accept(); err != nil {
				return
			}
		}
	}()
	return l.Addr().String()
}

func TestStore_errors(t *testing.T) {
	good := options(t)
	for _, c := range []struct {
		why   string
		spoil func(*neo4jstore.Options)
		want  error
		says  string
	}{
		{"nothing listens", func(o *neo4jstore.Options) { o.URI = "bolt://" + closedPort(t) }, episodic.ErrUnavailable, "setting neo4j.uri"},
		{"nothing listens, with routing", func(o *neo4jstore.Options) { o.URI = "neo4j://" + closedPort(t) }, episodic.ErrUnavailable, "setting neo4j.uri"},
		{"a wrong password", func(o *neo4jstore.Options) { o.Password = "wrong" }, episodic.ErrUnavailable, "check neo4j.user and neo4j.password"},
		{"no such database", func(o *neo4jstore.Options) { o.Database = "elsewhere" }, episodic.ErrUnavailable, "check neo4j.database"},
		{"a server that hangs", func(o *neo4jstore.Options) { o.URI, o.Timeout = "bolt://"+silentPort(t), time.Second }, episodic.ErrUnavailable, "neo4j"},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			o := good
			c.spoil(&o)
			s := open(t, o)
			start := time.Now()
			_, err := s.GetProject(t.Context(), "any")
			if took := time.Since(start); enginetest.TooLong(t, took, 9*time.Second) {
				t.Errorf("it takes %s to say so", took)
			}
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %v saying %q", err, c.want, c.says)
			}
		})
	}
}

func TestOpen_badAddress(t *testing.T) {
	if _, err := neo4jstore.Open(neo4jstore.Options{URI: "http://localhost"}); err == nil || !strings.Contains(err.Error(), "neo4j.uri") {
		t.Errorf("an address of another kind: %v", err)
	}
}

func TestStore_deadlineOfTheCaller(t *testing.T) {
	s := store(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if _, err := s.ListProjects(ctx); !errors.Is(err, episodic.ErrTimeout) {
		t.Errorf("a deadline that has passed: %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if _, err := s.ListProjects(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who left: %v", err)
	}
}

// A writer that waits for another one longer than it may gets a time-out, not a hang, and
// the server is free again.
func TestStore_timeLimit(t *testing.T) {
	o := options(t)
	o.Timeout = time.Second
	s, patient := open(t, o), store(t)
	p := project(t, patient)
	record(t, patient, p, prepare(t, "a", 1)) // the server plans each statement once, which takes it a while
	release := hold(t, p)
	start := time.Now()
	_, err := s.RecordEpisodes(t.Context(), p, []episodic.Prepared{prepare(t, "b", 1)}, true, day)
	if took := time.Since(start); !errors.Is(err, episodic.ErrTimeout) || enginetest.TooLong(t, took, 5*time.Second) {
		t.Errorf("waiting for another writer: %v after %s", err, took)
	}
	release()
	record(t, patient, p, prepare(t, "b", 1))
}

func TestStore_OnStatement(t *testing.T) {
	o := options(t)
	var names []string
	o.OnStatement = func(_ context.Context, name string, took time.Duration, err error) {
		if took <= 0 || err != nil {
			t.Errorf("%s took %s: %v", name, took, err)
		}
		names = append(names, name)
	}
	o.RequestID = func(context.Context) string { return "r1" }
	s := open(t, o)
	p := project(t, s)
	record(t, s, p, prepare(t, "a", 2))
	names = nil
	record(t, s, p, prepare(t, "a", 2))
	_, err := s.GetEpisodes(t.Context(), p, []string{"a", "b", "c"})
	must(t, err)
	if got := strings.Join(names, " "); got != "lock_project get_episodes" {
		t.Errorf("an unchanged write and a read of three ids sent %s", got)
	}
}

func TestStore_errorsOfTheServer(t *testing.T) {
	s, err := neo4jstore.Open(neo4jstore.Options{URI: "bolt://127.0.0.1:1"})
	must(t, err)
	plain := errors.New("EOF: broken pipe in a text of the caller")
	for _, c := range []struct {
		why  string
		err  error
		want error
	}{
		{"the transaction ran out of time", server("Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration"), episodic.ErrTimeout},
		{"the server's own limit", server("Neo.ClientError.Transaction.TransactionTimedOut"), episodic.ErrTimeout},
		{"waiting for a lock, terminated", server("Neo.TransientError.Transaction.LockClientStopped"), episodic.ErrTimeout},
		{"a deadlock, repeated in vain", server("Neo.TransientError.Transaction.DeadlockDetected"), episodic.ErrConflict},
		{"two creators of one node", server("Neo.ClientError.Schema.ConstraintValidationFailed"), episodic.ErrConflict},
		{"out of memory", server("Neo.TransientError.General.MemoryPoolOutOfMemoryError"), episodic.ErrUnavailable},
		{"the database is starting", server("Neo.TransientError.Database.DatabaseUnavailable"), episodic.ErrUnavailable},
		{"not authenticated", server("Neo.ClientError.Security.Unauthorized"), episodic.ErrUnavailable},
		{"the last of several tries", &neo4j.TransactionExecutionLimit{Errors: []error{plain, server("Neo.TransientError.Transaction.DeadlockDetected")}}, episodic.ErrConflict},
		{"an error of the work itself", plain, plain},
		{"a caller who left", context.Canceled, context.Canceled},
	} {
		if err := s.Explain(c.err); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.why, err, c.want)
		}
	}
	for _, kind := range []error{episodic.ErrTimeout, episodic.ErrConflict, episodic.ErrUnavailable} {
		if err := s.Explain(server("Neo.ClientError.Statement.SyntaxError")); errors.Is(err, kind) {
			t.Errorf("a mistake in a statement is %v", kind)
		}
	}
	if err := s.Explain(nil); err != nil {
		t.Errorf("no error: %v", err)
	}
}

func server(code string) error { return &neo4j.Neo4jError{Code: code, Msg: "as the server says"} }
