package app

import (
	"context"
	"log/slog"

	"github.com/causeway-memory/causeway/internal/config"
)

// Check compares the search index of a project, or of every project if project is empty, with the
// graph, and repairs it if repair is set, and the journal with the graph. On an error it returns the reports made so far.
func Check(
	ctx context.Context, cfg config.Config, project string, repair bool, log *slog.Logger,
	progress func(project string, done, total int),
) ([]CheckReport, error) {
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
	captured, damaged, err := capturedOf(ctx, cfg)
	if err != nil {
		return nil, err
	}
	reports := make([]CheckReport, 0, len(names))
	for _, name := range names {
		var report CheckReport
		report.CheckReport, err = a.Episodes.Index.Check(ctx, name, repair, func(done, total int) { progress(name, done, total) })
		if err == nil && captured != nil {
			report.Captured, err = a.checkCaptured(ctx, name, captured[name])
		}
		if err != nil {
			return reports, err
		}
		if report.Captured != nil {
			report.Captured.Damaged = damaged
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
