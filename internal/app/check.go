package app

import (
	"context"
	"log/slog"

	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/internal/config"
)

// Check compares the search index of a project, or of every project if project is empty, with the
// graph, and repairs it if repair is set. On an error it returns the reports made so far.
func Check(
	ctx context.Context, cfg config.Config, project string, repair bool, log *slog.Logger,
	progress func(project string, done, total int),
) ([]index.CheckReport, error) {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	if err := a.checkFileNow(ctx); err != nil {
		return nil, err
	}
	names := []string{project}
	if project == "" {
		if names, err = a.projectNames(ctx); err != nil {
			return nil, err
		}
	}
	reports := make([]index.CheckReport, 0, len(names))
	for _, name := range names {
		report, err := a.Episodes.Index.Check(ctx, name, repair, func(done, total int) { progress(name, done, total) })
		if err != nil {
			return reports, err
		}
		reports = append(reports, report)
	}
	return reports, nil
}

func (a *App) projectNames(ctx context.Context) ([]string, error) {
	projects, err := a.Episodes.Reading.Projects(ctx)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(projects))
	for i, p := range projects {
		names[i] = p.Name
	}
	return names, nil
}
