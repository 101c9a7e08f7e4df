package sqlitestore

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/write"
)

var (
	//go:embed sql/causal/list_uncounted.sql
	listUncounted statement
	//go:embed sql/causal/record_uncounted.sql
	recordUncounted statement
	//go:embed sql/causal/remove_uncounted.sql
	removeUncounted statement
	//go:embed sql/causal/list_uncounted_projects.sql
	listUncountedProjects statement
)

// errUncounted says that the counts of links leave something out.
var errUncounted = errors.New("the links are to be counted")

// countTries is how often a read counts the links and reads again because others wrote meanwhile,
// before it does both in one transaction, for which writers wait.
const countTries = 2

// viewLinks is [Store.viewLayer] for work that reads links. It first counts what their counts leave out.
// Every read of links goes through here.
func (s *Store) viewLinks(ctx context.Context, project string, work func(*tx, factorLayer) error) error {
	for range countTries {
		err := s.viewLayer(ctx, project, func(t *tx, l factorLayer) error {
			if l.uncounted > 0 {
				return errUncounted
			}
			return work(t, l)
		})
		if !errors.Is(err, errUncounted) {
			return err
		}
		if err := s.CountUncounted(ctx, project); err != nil {
			return err
		}
	}
	return s.writeAlone(ctx, s.options.Timeout, func(t *tx) error {
		if err := t.refuseNewer(); err != nil {
			return err
		}
		d, err := t.derivation(project)
		if errors.Is(err, episodic.ErrProjectNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := write.DeriveAllDeferred(d); err != nil {
			return err
		}
		if err := derive.CountUncounted(d); err != nil {
			return err
		}
		return work(t, d.factorLayer)
	})
}

// ListUncounted implements [derive.Store].
func (s *Store) ListUncounted(ctx context.Context, limit int) ([]string, error) {
	var out []string
	err := s.read(ctx, listUncountedProjects, params{"limit": limit}, func(r *row) { out = append(out, r.text("name")) })
	if err != nil {
		return nil, fmt.Errorf("list projects with uncounted links: %w", err)
	}
	return out, nil
}

// CountUncounted implements [derive.Store].
func (s *Store) CountUncounted(ctx context.Context, project string) error {
	return write.CountUncounted(ctx, writer{s}, project)
}

// Uncounted implements [derive.Tx].
func (d *derivation) Uncounted() ([]derive.Uncounted, error) {
	if d.uncounted == 0 {
		return nil, nil
	}
	var out []derive.Uncounted
	err := d.query(listUncounted, params{"layer": d.number}, func(r *row) {
		var u derive.Uncounted
		r.json("content", &u)
		out = append(out, u)
	})
	return out, err
}

// PutUncounted implements [derive.Tx].
func (d *derivation) PutUncounted(u derive.Uncounted) (weight int, err error) {
	text, err := json.Marshal(u)
	if err != nil {
		return 0, fmt.Errorf("write what the links leave out: %w", err)
	}
	p := params{"layer": d.number, "graph": d.state.Graph, "content": string(text)}
	if err := d.exec(recordUncounted, p); err != nil {
		return 0, err
	}
	d.uncounted += u.Weight
	return d.uncounted, d.PutState(d.state)
}

// RemoveUncounted implements [derive.Tx].
func (d *derivation) RemoveUncounted() error {
	d.uncounted = 0
	if err := d.exec(removeUncounted, params{"layer": d.number}); err != nil {
		return err
	}
	return d.PutState(d.state)
}
