package neo4jstore

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/internal/write"
)

// readLinks is [read] for statements that read links between factors, whose project is a parameter, once
// the links are counted.
func readLinks[T any](ctx context.Context, s *Store, statement cypher.Statement, p params, decode func(*row) T) ([]T, error) {
	project, _ := p["project"].(string)
	if err := s.countLinks(ctx, project); err != nil {
		return nil, err
	}
	return read(ctx, s, statement, p, decode)
}

// countLinks counts what the counts of the links of a project leave out. Every method that reads links
// begins with it, once, because it may wait for writers.
func (s *Store) countLinks(ctx context.Context, project string) error {
	uncounted, _, err := readOne(ctx, s, cypher.FindUncounted, params{"project": project}, func(r *row) int {
		return r.maybeInteger("uncounted")
	})
	if err != nil || uncounted == 0 {
		return err
	}
	defer s.counting.enter(project)()
	return s.CountUncounted(ctx, project)
}

// ListUncounted implements [derive.Store].
func (s *Store) ListUncounted(ctx context.Context, limit int) ([]string, error) {
	out, err := read(ctx, s, cypher.ListUncountedProjects, params{"limit": limit}, func(r *row) string { return r.text("name") })
	if err != nil {
		return nil, fmt.Errorf("list the projects with uncounted links: %w", err)
	}
	return out, nil
}

// CountUncounted implements [derive.Store].
func (s *Store) CountUncounted(ctx context.Context, project string) error {
	return write.CountUncounted(ctx, writer{s}, project)
}

// Uncounted implements [derive.Tx].
func (d *derivation) Uncounted() ([]derive.Uncounted, error) {
	if d.state.uncounted == 0 {
		return nil, nil
	}
	var out []derive.Uncounted
	err := d.ask(cypher.ListUncounted, params{"project": d.project}, func(r *row) {
		var u derive.Uncounted
		if err := json.Unmarshal([]byte(r.text("content")), &u); err != nil {
			r.fail("column %q: %w", "content", err)
		}
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
	d.pending.uncounted = append(d.pending.uncounted, params{"graph": d.state.Graph, "content": string(text)})
	d.state.uncounted += u.Weight
	return d.state.uncounted, d.PutState(d.state.Derivation)
}

// RemoveUncounted implements [derive.Tx].
func (d *derivation) RemoveUncounted() error {
	d.state.uncounted = 0
	if err := d.do(cypher.RemoveUncounted, params{"project": d.project}); err != nil {
		return err
	}
	return d.PutState(d.state.Derivation)
}

// countOrNull is a count as a property that is absent for 0.
func countOrNull(n int) any {
	if n == 0 {
		return nil
	}
	return n
}
