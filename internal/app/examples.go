package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/examples/team"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/patterns"
)

// ExampleReport says what became of one of the example projects.
type ExampleReport struct {
	Project string
	ingest.Report
}

// exampleBatch is how many example episodes go into one transaction: they are small.
const exampleBatch = 100

// ImportExamples records the example episodes on the running engines: those of the story in project,
// those of the team, with its patterns, in [examples.TeamProject]. Patterns are tested over all
// episodes, because the examples do not grow younger.
func ImportExamples(ctx context.Context, cfg config.Config, project string, log *slog.Logger, progress ingest.Progress) ([]ExampleReport, error) {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	story, err := storySources()
	if err != nil {
		return nil, fmt.Errorf("read the examples: %w", err)
	}
	worked, err := teamSources()
	if err != nil {
		return nil, fmt.Errorf("generate the episodes of the team: %w", err)
	}
	cfg.Import.Batch = max(cfg.Import.Batch, exampleBatch)
	var reports []ExampleReport
	for _, p := range []struct {
		project string
		sources []ingest.Source
	}{{project, story}, {examples.TeamProject(project), worked}} {
		report, err := a.importFiles(ctx, cfg.Import, ImportOptions{Project: p.project}, p.sources, progress)
		if err != nil {
			return nil, err
		}
		reports = append(reports, ExampleReport{Project: p.project, Report: report})
	}
	return reports, a.addTeamPatterns(ctx, examples.TeamProject(project))
}

// storySources returns the episodes of the story.
func storySources() (sources []ingest.Source, err error) {
	err = fs.WalkDir(examples.Episodes(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(examples.Episodes(), path)
		sources = append(sources, ingest.Document(path, content))
		return err
	})
	return sources, err
}

// teamSources returns the episodes of the team.
func teamSources() ([]ingest.Source, error) {
	var sources []ingest.Source
	for _, e := range team.Episodes() {
		content, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		sources = append(sources, ingest.Document(e.ID+".json", content))
	}
	return sources, nil
}

// addTeamPatterns adds the patterns of the team and tests them.
func (a *App) addTeamPatterns(ctx context.Context, project string) error {
	for _, p := range team.Patterns() {
		p.Project = project
		if _, err := a.Patterns.Catalog.Add(ctx, p); err != nil {
			return fmt.Errorf("add the pattern %q: %w", p.Name, err)
		}
	}
	const century = 36_500
	if _, err := a.Patterns.Validation.Validate(ctx, project, nil, patterns.Criteria{Days: century}); err != nil {
		return fmt.Errorf("test the patterns of %s: %w", project, err)
	}
	return nil
}
