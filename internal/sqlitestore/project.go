package sqlitestore

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/episodic/list_projects.sql
	listProjects statement
	//go:embed sql/episodic/record_project.sql
	recordProject statement
	//go:embed sql/episodic/get_project.sql
	getProject statement
	//go:embed sql/episodic/count_totals.sql
	countTotals statement
	//go:embed sql/episodic/count_present.sql
	countPresent statement
)

// ListProjects implements [episodic.Store].
func (s *Store) ListProjects(ctx context.Context) ([]episodic.ProjectInfo, error) {
	var out []episodic.ProjectInfo
	if err := s.read(ctx, listProjects, nil, func(r *row) { out = append(out, r.project()) }); err != nil {
		return nil, fmt.Errorf("list projects: %w", err)
	}
	return out, nil
}

// GetProject implements [episodic.Store].
func (s *Store) GetProject(ctx context.Context, project string) (episodic.ProjectInfo, error) {
	var out episodic.ProjectInfo
	err := s.view(ctx, func(t *tx) (err error) {
		out, err = t.project(project)
		return err
	})
	if err != nil {
		return episodic.ProjectInfo{}, fmt.Errorf("get project %q: %w", project, err)
	}
	return out, nil
}

// project returns one project, or ErrProjectNotFound.
func (t *tx) project(name string) (episodic.ProjectInfo, error) {
	var out episodic.ProjectInfo
	err := t.query(getProject, params{"project": name}, func(r *row) { out = r.project() })
	if err == nil && out.Name == "" {
		err = episodic.ErrProjectNotFound
	}
	return out, err
}

// createProject creates a project unless it is there.
func (t *tx) createProject(name string, now time.Time) error {
	state, err := json.Marshal(episodic.FirstIndexState())
	if err != nil {
		return fmt.Errorf("write the state of a new index: %w", err)
	}
	return t.exec(recordProject, params{"project": name, "now": episodic.Instant(now), "index_state": string(state)})
}

// Totals implements [episodic.Store].
func (s *Store) Totals(ctx context.Context, projects []string) (map[string]episodic.Totals, error) {
	out := make(map[string]episodic.Totals, len(projects))
	for _, name := range projects {
		out[name] = episodic.Totals{}
	}
	err := s.read(ctx, countTotals, params{"projects": distinct(projects)}, func(r *row) {
		out[r.text("project")] = episodic.Totals{
			Episodes: r.integer("episodes"), Decisions: r.integer("decisions"), Events: r.integer("events"),
			Links: r.integer("links"), References: r.integer("references"),
		}
	})
	if err != nil {
		return nil, fmt.Errorf("count what %d projects hold: %w", len(projects), err)
	}
	return out, nil
}

// CountPresent implements [episodic.Store].
func (s *Store) CountPresent(ctx context.Context, projects []string) (map[string]int, error) {
	out := make(map[string]int, len(projects))
	err := s.read(ctx, countPresent, params{"projects": distinct(projects)}, func(r *row) {
		out[r.text("project")] = r.integer("episodes")
	})
	if err != nil {
		return nil, fmt.Errorf("count the episodes of %d projects: %w", len(projects), err)
	}
	return out, nil
}

func (r *row) project() episodic.ProjectInfo {
	return episodic.ProjectInfo{Name: r.text("name"), CreatedAt: r.time("created_at")}
}
