package app

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/ingest/notes"
	"github.com/causeway-memory/causeway/patterns"
)

// FolderReport counts what an export wrote into a folder.
type FolderReport struct {
	Episodes, Patterns int
	// Deprecated are the patterns that were left out because nobody uses them any more.
	Deprecated int
}

// writeFile writes a file below the folder of an export.
type writeFile func(path string, content []byte) error

// ExportNotes passes a note of every episode and every pattern in use to write, with its path below the
// folder.
func ExportNotes(
	ctx context.Context, cfg config.Config, project string, write writeFile, log *slog.Logger,
	progress func(done, total int),
) (FolderReport, error) {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return FolderReport{}, err
	}
	defer a.Close()
	return a.exportNotes(ctx, project, write, progress)
}

func (a *App) exportNotes(ctx context.Context, project string, write writeFile, progress func(done, total int)) (FolderReport, error) {
	sessions := map[string]string{}
	if err := a.eachEpisode(ctx, project, progress, func(e episodic.Episode) error {
		sessions[e.ID] = e.Session
		return nil
	}); err != nil {
		return FolderReport{}, err
	}
	var report FolderReport
	titles := notes.NewTitles(sessions)
	err := a.eachEpisode(ctx, project, progress, func(e episodic.Episode) error {
		note, err := notes.WriteEpisode(e, project, titles)
		if err != nil {
			return err
		}
		report.Episodes++
		return write("episodes/"+titles.Of(e.ID)+".md", note)
	})
	if err != nil {
		return report, err
	}
	return report, a.exportPatternNotes(ctx, project, titles, &report, write)
}

// eachEpisode calls each for every present episode, ordered by id.
func (a *App) eachEpisode(ctx context.Context, project string, progress func(done, total int), each func(episodic.Episode) error) error {
	_, err := a.Episodes.Archive.Export(ctx, archive.ExportOptions{Project: project}, func(line []byte) error {
		p, _, err := archive.ReadExport(line)
		if err != nil {
			return err
		}
		return each(p.Episode)
	}, progress)
	return err
}

// allPatterns returns every pattern of a project by its key, and their keys in order.
func (a *App) allPatterns(ctx context.Context, project string) (byKey map[string]patterns.Pattern, keys []string, err error) {
	byKey = map[string]patterns.Pattern{}
	for p, err := range episodic.Items(episodic.MaxPage, func(page episodic.Page) ([]patterns.Pattern, error) {
		return a.Patterns.Catalog.Patterns(ctx, patterns.Query{Project: project, Order: patterns.OrderKey, Page: page})
	}, patterns.OrderKey.Cursor) {
		if err != nil {
			return nil, nil, err
		}
		byKey[p.Key], keys = p, append(keys, p.Key)
	}
	return byKey, keys, nil
}

func (a *App) exportPatternNotes(ctx context.Context, project string, titles *notes.Titles, report *FolderReport, write writeFile) error {
	known, keys, err := a.allPatterns(ctx, project)
	if err != nil {
		return err
	}
	for _, key := range keys {
		p := known[key]
		if p.Status == patterns.StatusDeprecated {
			report.Deprecated++
			continue
		}
		trials, err := a.trialsOf(ctx, project, key)
		if err != nil {
			return err
		}
		note, err := notes.WritePattern(p, trials, project, titles, known)
		if err != nil {
			return err
		}
		report.Patterns++
		if err := write("patterns/"+notes.PatternTitle(p.Name, p.AntiPattern)+".md", note); err != nil {
			return err
		}
	}
	return nil
}

// trialsOf returns the evidence of a pattern by the ids of the episodes.
func (a *App) trialsOf(ctx context.Context, project, pattern string) ([]notes.Trial, error) {
	var out []notes.Trial
	for e, err := range episodic.Items(episodic.MaxPage, func(page episodic.Page) ([]patterns.Evidence, error) {
		return a.Patterns.Catalog.Evidence(ctx, patterns.EvidenceQuery{Project: project, Pattern: pattern, Page: page})
	}, func(e patterns.Evidence) string { return e.Episode }) {
		if err != nil {
			return nil, fmt.Errorf("read the evidence of %q: %w", pattern, err)
		}
		out = append(out, newTrial(e))
	}
	return out, nil
}
