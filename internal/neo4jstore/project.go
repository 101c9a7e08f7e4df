package neo4jstore

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// ListProjects implements [episodic.Store].
func (s *Store) ListProjects(ctx context.Context) ([]episodic.ProjectInfo, error) {
	out, err := read(ctx, s, cypher.ListProjects, nil, (*row).project)
	if err != nil {
		return nil, fmt.Errorf("list projects: %w", err)
	}
	return out, nil
}

// GetProject implements [episodic.Store].
func (s *Store) GetProject(ctx context.Context, project string) (episodic.ProjectInfo, error) {
	out, found, err := readOne(ctx, s, cypher.GetProject, params{"project": project}, (*row).project)
	if err == nil && !found {
		err = episodic.ErrProjectNotFound
	}
	if err != nil {
		return episodic.ProjectInfo{}, fmt.Errorf("get project %q: %w", project, err)
	}
	return out, nil
}

// Totals implements [episodic.Store].
func (s *Store) Totals(ctx context.Context, projects []string) (map[string]episodic.Totals, error) {
	found, err := read(ctx, s, cypher.CountTotals, params{"projects": distinct(projects)}, func(r *row) keyed[episodic.Totals] {
		return keyed[episodic.Totals]{r.text("project"), episodic.Totals{
			Episodes: r.integer("episodes"), Decisions: r.integer("decisions"), Events: r.integer("events"),
			Links: r.integer("links"), References: r.integer("references"),
		}}
	})
	if err != nil {
		return nil, fmt.Errorf("count what %d projects hold: %w", len(projects), err)
	}
	out := make(map[string]episodic.Totals, len(found))
	for _, t := range found {
		out[t.key] = t.value
	}
	return out, nil
}

// CountPresent implements [episodic.Store].
func (s *Store) CountPresent(ctx context.Context, projects []string) (map[string]int, error) {
	found, err := read(ctx, s, cypher.CountPresent, params{"projects": distinct(projects)}, func(r *row) keyed[int] {
		return keyed[int]{r.text("project"), r.integer("episodes")}
	})
	if err != nil {
		return nil, fmt.Errorf("count the episodes of %d projects: %w", len(projects), err)
	}
	out := make(map[string]int, len(found))
	for _, n := range found {
		out[n.key] = n.value
	}
	return out, nil
}

func (r *row) project() episodic.ProjectInfo {
	return episodic.ProjectInfo{Name: r.text("name"), CreatedAt: r.time("createdAt")}
}
