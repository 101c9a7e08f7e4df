package neo4jstore_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

var migrated sync.Once

// day is when the tests take place.
var day = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// options name the server of the tests.
func options(t testing.TB) neo4jstore.Options {
	c := enginetest.Neo4j(t)
	return neo4jstore.Options{URI: c.URI, User: c.User, Password: c.Password, Timeout: enginetest.Patience}
}

func open(t testing.TB, o neo4jstore.Options) *neo4jstore.Store {
	t.Helper()
	s, err := neo4jstore.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return s
}

// store returns a store with the schema in place.
func store(t testing.TB) *neo4jstore.Store {
	t.Helper()
	s := open(t, options(t))
	migrated.Do(func() { must(t, s.Migrate(t.Context())) })
	return s
}

// project returns a project that is purged after the test.
func project(t testing.TB, s *neo4jstore.Store) string {
	t.Helper()
	name := enginetest.Project(t)
	t.Cleanup(func() {
		err := s.PurgeProject(context.WithoutCancel(t.Context()), name)
		if err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
			t.Errorf("purge %s: %v", name, err)
		}
	})
	return name
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// prepare makes an episode of n events, e1 to en, each caused by the one before.
func prepare(t testing.TB, id string, n int, change ...func(*episodic.Episode)) episodic.Prepared {
	t.Helper()
	e := episodic.Episode{
		ID: id, Outcome: episodic.OutcomeSuccess, Task: "task of " + id,
		StartedAt: episodic.At(day), Decisions: []episodic.Decision{}, Events: []episodic.Event{}, Lessons: []string{},
	}
	for i := range n {
		e.Events = append(e.Events, episodic.Event{
			ID: fmt.Sprintf("e%d", i+1), Type: episodic.EventMilestone, Content: fmt.Sprintf("step %d of %s", i+1, id),
		})
		if i > 0 {
			e.Links = append(e.Links, linkOf(fmt.Sprintf("e%d", i), fmt.Sprintf("e%d", i+1)))
		}
	}
	for _, f := range change {
		f(&e)
	}
	p, err := intake.Prepare(e)
	must(t, err)
	return p
}

// link states that one occurrence causes another.
func linkOf(source, target string) episodic.Link {
	return episodic.Link{Source: source, Relation: episodic.RelationCauses, Target: target, Basis: episodic.BasisStated}
}

// linked adds links to what prepare makes.
func linked(links ...episodic.Link) func(*episodic.Episode) {
	return func(e *episodic.Episode) { e.Links = append(e.Links, links...) }
}

func record(t testing.TB, s *neo4jstore.Store, project string, episodes ...episodic.Prepared) []episodic.Receipt {
	t.Helper()
	receipts, err := s.RecordEpisodes(t.Context(), project, episodes, false, day)
	must(t, err)
	return receipts
}

// raw runs a statement of the test's own and returns its one value; zero without rows.
func raw[T any](t testing.TB, statement string, params map[string]any) T {
	t.Helper()
	c := enginetest.Neo4j(t)
	driver, err := neo4j.NewDriverWithContext(c.URI, neo4j.BasicAuth(c.User, c.Password, ""))
	must(t, err)
	ctx := context.WithoutCancel(t.Context())
	defer driver.Close(ctx)
	result, err := neo4j.ExecuteQuery(ctx, driver, statement, params, neo4j.EagerResultTransformer, neo4j.ExecuteQueryWithDatabase("neo4j"))
	must(t, err)
	if len(result.Records) == 0 {
		var zero T
		return zero
	}
	if len(result.Records) > 1 {
		t.Fatalf("%d rows from %s", len(result.Records), statement)
	}
	value, ok := result.Records[0].Values[0].(T)
	if !ok {
		t.Fatalf("%T from %s", result.Records[0].Values[0], statement)
	}
	return value
}

// hold locks a project as another writer would, until release is called.
func hold(t testing.TB, project string) (release func()) {
	t.Helper()
	end := begin(t, "MATCH (p:Project {name: $project}) SET p.lock = true", map[string]any{"project": project})
	return func() { end(false) }
}

// begin runs a statement in a transaction that stays open until end is called.
func begin(t testing.TB, statement string, params map[string]any) (end func(commit bool)) {
	t.Helper()
	c := enginetest.Neo4j(t)
	driver, err := neo4j.NewDriverWithContext(c.URI, neo4j.BasicAuth(c.User, c.Password, ""))
	must(t, err)
	session := driver.NewSession(t.Context(), neo4j.SessionConfig{DatabaseName: "neo4j"})
	tx, err := session.BeginTransaction(t.Context())
	must(t, err)
	result, err := tx.Run(t.Context(), statement, params)
	must(t, err)
	_, err = result.Consume(t.Context())
	must(t, err)
	return func(commit bool) {
		if commit {
			must(t, tx.Commit(t.Context()))
		} else {
			must(t, tx.Rollback(t.Context()))
		}
		must(t, driver.Close(t.Context()))
	}
}
