package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/migration"
	"zombiezen.com/go/sqlite/sqlitex"
)

var (
	//go:embed sql/migration/create_history.sql
	createHistory statement
	//go:embed sql/migration/find_history.sql
	findHistory statement
	//go:embed sql/migration/list_steps.sql
	listSteps statement
	//go:embed sql/migration/find_newer.sql
	findNewer statement
	//go:embed sql/migration/record_step.sql
	recordStep statement
)

// migrationTime is the time limit of a migration, waiting for another process included.
const migrationTime = 10 * time.Minute

// Migrate brings the schema up to date in one transaction: all missing steps are run, in
// order, or none. Several processes may call it at once. It returns a [migration.ErrNewer]
// for a store that a newer program wrote and a [migration.ErrSchema] for a step that was changed after it ran; the
// store is left as it is then.
func (s *Store) Migrate(ctx context.Context) error {
	err := s.writeAlone(ctx, migrationTime, func(t *tx) error {
		missing, err := t.missingSteps()
		if err != nil || len(missing) == 0 {
			return err
		}
		if err := t.exec(createHistory, nil); err != nil {
			return err
		}
		for _, step := range missing {
			if err := t.runStep(step); err != nil {
				return fmt.Errorf("step %s: %w", step.Name, err)
			}
		}
		if err := t.convertWords(); err != nil {
			return err
		}
		return t.describeAll()
	})
	if err != nil {
		return fmt.Errorf("migrate the graph: %w", err)
	}
	return nil
}

func (t *tx) missingSteps() ([]migration.Step, error) {
	want, err := migration.Steps(t.store.schema, "*.sql")
	if err != nil {
		return nil, err
	}
	begun := false
	if err := t.query(findHistory, nil, func(r *row) { begun = r.flag("found") }); err != nil || !begun {
		return want, err
	}
	var have []migration.Step
	err = t.query(listSteps, nil, func(r *row) {
		have = append(have, migration.Step{
			Version: r.text("version"), Name: r.text("name"), Checksum: r.text("checksum"), Finished: true,
		})
	})
	if err != nil {
		return nil, err
	}
	return migration.Missing(want, have)
}

// refuseNewer returns a [migration.ErrNewer] when a newer program has migrated the file, perhaps
// while this one was running: what this one writes might not fit the schema. It is part of every
// write and not observed.
func (t *tx) refuseNewer() error {
	known, err := migration.Last(t.store.schema, "*.sql")
	if err != nil {
		return err
	}
	newer := ""
	if err := t.stream(findNewer, params{"version": known}, func(r *row) { newer = r.text("name") }); err != nil || newer == "" {
		return err
	}
	return migration.Newer(newer)
}

func (t *tx) runStep(step migration.Step) error {
	if err := sqlitex.ExecuteScript(t.conn, step.Text, nil); err != nil {
		return err
	}
	return t.exec(recordStep, params{
		"version": step.Version, "name": step.Name, "checksum": step.Checksum, "now": episodic.Instant(time.Now()),
	})
}

// Ready returns nil when the file answers, can be written and the schema is complete. Its error
// wraps [migration.ErrSchema] or says what is wrong with the file, damage that [Store.CheckFile] found
// included.
func (s *Store) Ready(ctx context.Context) error {
	if err := s.known(); err != nil {
		return err
	}
	if err := s.writable(ctx); err != nil {
		return fmt.Errorf("check the file: %w", err)
	}
	var missing []migration.Step
	err := s.view(ctx, func(t *tx) (err error) {
		missing, err = t.missingSteps()
		return err
	})
	if err != nil {
		return fmt.Errorf("check the schema: %w", err)
	}
	if len(missing) > 0 {
		return fmt.Errorf("%w: step %s has not run; start causeway again to run it", migration.ErrSchema, missing[0].Name)
	}
	return nil
}
