package neo4jstore

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/internal/migration"
)

// The time limits of a migration: for waiting for another instance and all steps, and for
// the indexes to be filled, in seconds.
const (
	migrationTime = 10 * time.Minute
	indexSeconds  = 300
)

// Migrate brings the schema up to date: it runs the steps that have not finished, in order,
// and waits until every index can be used. Several instances may call it at once: they take
// turns, and the lock goes with the connection of an instance that dies. A step that was cut
// off is run again; every step may be. It returns a [migration.ErrNewer] for a graph that a newer
// program wrote and a [migration.ErrSchema] for a step that was changed after it ran.
func (s *Store) Migrate(ctx context.Context) error {
	if err := s.migrate(ctx); err != nil {
		return fmt.Errorf("migrate the graph: %w", err)
	}
	s.migrated.Store(true)
	return nil
}

func (s *Store) migrate(ctx context.Context) error {
	long := s.patient()
	for _, statement := range []cypher.Statement{cypher.CreateHistory, cypher.CreateLock} {
		if err := long.define(ctx, statement); err != nil {
			return err
		}
	}
	var failed error
	err := long.writeAnyway(ctx, func(t *tx) error {
		err := t.exec(cypher.LockSchema, params{"set": s.schema.name, "now": time.Now().UTC()})
		if err != nil {
			return err
		}
		failed = long.runSteps(ctx)
		return failed
	})
	if failed != nil {
		return failed
	}
	return err
}

// patient is the same store with the time limits of a migration.
func (s *Store) patient() *Store {
	long := *s
	long.options.Timeout, long.ahead = migrationTime, true
	return &long
}

// runSteps runs what is missing, each in a transaction of its own, while the lock is held
// by another one.
func (s *Store) runSteps(ctx context.Context) error {
	missing, err := s.missingSteps(ctx)
	if err != nil {
		return err
	}
	for _, step := range missing {
		if err := s.runStep(ctx, step); err != nil {
			return fmt.Errorf("step %s: %w", step.Name, err)
		}
	}
	_, err = s.records(ctx, cypher.AwaitIndexes, params{"seconds": indexSeconds})
	return err
}

func (s *Store) missingSteps(ctx context.Context) ([]migration.Step, error) {
	want, err := s.schema.steps()
	if err != nil {
		return nil, err
	}
	have, err := read(ctx, s, cypher.ListSteps, params{"set": s.schema.name}, func(r *row) migration.Step {
		return migration.Step{
			Version: r.text("version"), Name: r.text("name"), Checksum: r.text("checksum"), Finished: r.flag("finished"),
		}
	})
	if err != nil {
		return nil, err
	}
	return migration.Missing(want, have)
}

func (s *Store) runStep(ctx context.Context, step migration.Step) error {
	p := params{"set": s.schema.name, "version": step.Version, "name": step.Name, "checksum": step.Checksum, "now": time.Now().UTC()}
	if err := s.writeAnyway(ctx, func(t *tx) error { return t.exec(cypher.BeginStep, p) }); err != nil {
		return err
	}
	if err := s.define(ctx, cypher.Statement(step.Text)); err != nil {
		return err
	}
	p = params{"set": s.schema.name, "version": step.Version, "now": time.Now().UTC()}
	return s.writeAnyway(ctx, func(t *tx) error { return t.exec(cypher.FinishStep, p) })
}

// refuseNewer returns a [migration.ErrNewer] when a newer program has migrated the graph, perhaps
// while this one was running: what this one writes might not fit the schema. It is part of every
// write and not observed; the statements of frequent writes make it themselves.
func (t *tx) refuseNewer() error {
	p, err := t.store.versioned(params{})
	if err != nil {
		return err
	}
	newer := ""
	if err := t.stream(cypher.FindNewer, p, func(r *row) { newer = r.text("name") }); err != nil || newer == "" {
		return err
	}
	return migration.Newer(newer)
}

// versioned adds to the parameters of a statement what this program knows of the schema.
func (s *Store) versioned(p params) (params, error) {
	known, err := s.schema.last()
	p["set"], p["version"] = s.schema.name, known
	return p, err
}

// queryUnlessNewer is query for a statement that makes the check of refuseNewer itself: it returns
// one row, whose column newer is null if it did its work.
func (t *tx) queryUnlessNewer(statement cypher.Statement, p params, each func(*row)) error {
	newer := ""
	err := t.query(statement, p, func(r *row) {
		if newer = r.maybeText("newer"); newer == "" {
			each(r)
		}
	})
	if err == nil && newer != "" {
		err = migration.Newer(newer)
	}
	return err
}

// define runs a statement that creates a constraint or an index. That it is there already
// is what is wanted: IF NOT EXISTS does not hold when two instances create it at once.
func (s *Store) define(ctx context.Context, statement cypher.Statement) error {
	err := s.writeAnyway(ctx, func(t *tx) error { return t.exec(statement, nil) })
	var server *neo4j.Neo4jError
	if errors.As(err, &server) && strings.HasPrefix(server.Code, "Neo.ClientError.Schema.Equivalent") {
		return nil
	}
	return err
}

// Ready returns nil when the server answers and the schema is complete and usable. Its
// error wraps [migration.ErrSchema] or says that the server does not answer.
func (s *Store) Ready(ctx context.Context) error {
	s = s.apart()
	s.ahead = true
	missing, err := s.missingSteps(ctx)
	if err != nil {
		return fmt.Errorf("check the schema: %w", err)
	}
	if len(missing) > 0 {
		return fmt.Errorf("%w: step %s has not finished; start causeway again to finish it", migration.ErrSchema, missing[0].Name)
	}
	bad, found, err := readOne(ctx, s, cypher.ListBadIndexes, nil, func(r *row) string { return r.text("name") + " is " + r.text("state") })
	if err != nil {
		return fmt.Errorf("check the indexes: %w", err)
	}
	if found {
		return fmt.Errorf("%w: index %s; wait if it is being filled, else drop it and start causeway again", migration.ErrSchema, bad)
	}
	return nil
}
