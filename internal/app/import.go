package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/moving"
	"github.com/causeway-memory/causeway/internal/privacy"
	"github.com/causeway-memory/causeway/internal/problem"
)

// ImportOptions configure an import of files.
type ImportOptions struct {
	// Project is where the episodes go.
	Project string
	// Format is the format of the files; empty means episodes.
	Format ingest.Format
	// Strict writes nothing if any file is refused.
	Strict bool
	// DryRun writes nothing and reports what would be written.
	DryRun bool
	// Privacy says what is done with personal data and secrets in transcripts and session logs; empty means to redact them. Pattern
	// is a further regular expression whose matches are such; empty means that of the configuration.
	Privacy privacy.Policy
	Pattern string
	// Wait is the state to try to reach before returning; empty means indexed.
	Wait episodic.State
	// Documents is the maximum number of documents in the files; 0 is no limit.
	Documents int
	// Entries is how much of what was done to a document the report lists at most; the rest is counted. 0 is all.
	Entries int
}

// Import records the files of sources on the running engines. The report covers every file, even
// if an error ended the import early.
func Import(
	ctx context.Context, cfg config.Config, o ImportOptions, sources []ingest.Source, log *slog.Logger, progress ingest.Progress,
) (ingest.Report, error) {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return ingest.Report{}, err
	}
	defer a.Close()
	return a.importFiles(ctx, cfg.Import, o, sources, progress)
}

// Reindex rebuilds the search index of a project from the graph.
func Reindex(ctx context.Context, cfg config.Config, project string, log *slog.Logger, progress func(done, total int)) error {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer a.Close()
	return a.Episodes.Index.Reindex(ctx, project, progress)
}

// Connect opens the app on engines that already run.
func Connect(ctx context.Context, cfg config.Config, log *slog.Logger) (*App, error) {
	cfg, state, err := running(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return Open(ctx, cfg, state, log)
}

func (a *App) importFiles(
	ctx context.Context, limits config.Import, o ImportOptions, sources []ingest.Source, progress ingest.Progress,
) (ingest.Report, error) {
	options := ingest.Options{
		Project: o.Project, Format: o.Format, Strict: o.Strict, DryRun: o.DryRun, Ahead: !o.DryRun, Wait: o.Wait, Privacy: o.Privacy, Pattern: cmp.Or(o.Pattern, a.privacy.Pattern),
		Parts:         moving.Taker{Store: a.engines.graph, Now: time.Now, DryRun: o.DryRun},
		BatchEpisodes: limits.Batch, MaxDocument: int(limits.EpisodeBytes), MaxDocuments: o.Documents, Entries: o.Entries,
	}
	report, err := a.ingest(ctx, options, sources, progress)
	for _, item := range report.Items {
		rules := map[string]int{}
		item.Count(func(rule ingest.Rule, _ ingest.Kind, n int) { rules[string(rule)] += n })
		a.metrics.ObserveImportedFile(string(item.Status), rules)
	}
	return report, err
}

// ingest imports files into what their format describes: episodes, links between factors, or patterns.
func (a *App) ingest(ctx context.Context, o ingest.Options, sources []ingest.Source, progress ingest.Progress) (ingest.Report, error) {
	switch {
	case o.Format.IsTrace():
		screen, err := a.screen()
		if err != nil {
			return ingest.Report{}, err
		}
		to := &capture.Direct{Store: a.engines.graph, Events: a.Episodes.Workflow, Now: time.Now, Screen: screen, DryRun: o.DryRun}
		return ingest.ImportTraces(ctx, to, o, sources, progress)
	case o.Format == ingest.FormatCausalGraph:
		return ingest.ImportGraphs(ctx, a.Causes.Derive, a.Patterns.Catalog, o, sources, progress)
	case o.Format == ingest.FormatMarkdown && o.DryRun:
		return ingest.ImportNotes(ctx, a.Episodes.Recording.NewDryRun(o.Project), a.Patterns.Catalog, o, sources, progress)
	case o.Format == ingest.FormatMarkdown:
		return ingest.ImportNotes(ctx, a.Episodes.Recording, a.Patterns.Catalog, o, sources, progress)
	case o.DryRun:
		return ingest.Import(ctx, a.Episodes.Recording.NewDryRun(o.Project), o, sources, progress)
	default:
		return ingest.Import(ctx, a.Episodes.Recording, o, sources, progress)
	}
}

// importer implements the mutations that import files.
type importer struct {
	app    *App
	limits config.Import
}

// Start implements [resolvers.Importer].
func (i importer) Start(ctx context.Context, project string, in model.ImportEpisodesInput, wait episodic.State) (jobs.Job, error) {
	formats := map[model.ImportFormat]ingest.Format{
		model.ImportFormatEpisode: ingest.FormatEpisode, model.ImportFormatSessionLog: ingest.FormatSessionLog,
		model.ImportFormatMarkdown: ingest.FormatMarkdown,
	}
	return i.start(ctx, in.Files, ImportOptions{Project: project, Format: formats[in.Format], Strict: in.Strict, DryRun: in.DryRun, Wait: wait})
}

// StartGraphs starts an import of causal graphs from earlier tools.
func (i importer) StartGraphs(ctx context.Context, project string, files []model.ImportFileInput, strict, dryRun bool) (jobs.Job, error) {
	return i.start(ctx, files, ImportOptions{Project: project, Format: ingest.FormatCausalGraph, Strict: strict, DryRun: dryRun})
}

func (i importer) start(ctx context.Context, files []model.ImportFileInput, o ImportOptions) (jobs.Job, error) {
	if err := errors.Join(intake.ValidateProject(o.Project), i.check(files)); err != nil {
		return jobs.Job{}, err
	}
	sources := make([]ingest.Source, len(files))
	for k, f := range files {
		sources[k] = ingest.Document(f.Name, []byte(f.Content))
	}
	o.Documents = i.limits.Files
	rules, err := privacy.New(i.app.privacy.Pattern)
	if err != nil {
		return jobs.Job{}, fmt.Errorf("privacy.pattern: %w", err)
	}
	work := func(ctx context.Context, progress func(done, total int)) (any, error) {
		report, err := i.app.importFiles(ctx, i.limits, o, sources, progress)
		for k := range report.Items { // the ledger keeps it
			report.Items[k].File, _ = rules.Redact(report.Items[k].File)
		}
		return report, err
	}
	return i.app.jobs.Start(ctx, o.Project, jobs.KindImport, len(sources), i.app.observed(jobs.KindImport, work))
}

// check returns a [problem.InvalidError] if the files exceed the limits of one import.
func (i importer) check(files []model.ImportFileInput) error {
	bytes := int64(0)
	for _, f := range files {
		bytes += int64(len(f.Content))
	}
	switch {
	case len(files) > i.limits.Files:
		return problem.RefuseSize("files", "there are %d files; one import takes up to %d (setting import.files). Import the others in a second call", len(files), i.limits.Files)
	case bytes > i.limits.Bytes:
		return problem.RefuseSize("files", "the files have %d bytes; one import takes up to %d (setting import.bytes). Import some of them in a second call", bytes, i.limits.Bytes)
	}
	return nil
}

// Report implements [resolvers.Importer].
func (i importer) Report(kept json.RawMessage) (model.ImportReport, error) {
	var report ingest.Report
	if err := json.Unmarshal(kept, &report); err != nil {
		return model.ImportReport{}, fmt.Errorf("read the report of an import: %w", err)
	}
	out := shown(report)
	out.JSON = string(kept)
	return out, nil
}

// explain converts the error of a job to what its caller sees.
func explain(err error) jobs.Failure {
	code, message := httpapi.Explain(err)
	return jobs.Failure{Code: code, Message: message}
}

// shown converts the report to its GraphQL form.
func shown(report ingest.Report) model.ImportReport {
	t := report.Totals
	p := model.ImportReport{
		DryRun: report.DryRun, Complete: report.Complete,
		Files: t.Documents, Created: t.Created, Revised: t.Revised, Restored: t.Restored,
		Unchanged: t.Unchanged, Refused: t.Refused, NotWritten: t.NotWritten,
		Reports: make([]model.FileReport, len(report.Items)),
	}
	for i, item := range report.Items {
		p.Reports[i] = fileReport(item)
		item.Count(func(_ ingest.Rule, _ ingest.Kind, n int) { p.Repairs += n })
	}
	return p
}

func fileReport(item ingest.Item) model.FileReport {
	f := model.FileReport{
		Name: item.File, Status: importStatus(item), PendingLinks: item.PendingLinks,
		Repairs: make([]model.Repair, len(item.Entries)), Problems: []model.ImportProblem{},
	}
	if item.Episode != "" {
		f.EpisodeKey = &item.Episode
	}
	if item.Revision > 0 {
		f.Revision = &item.Revision
	}
	kinds := map[ingest.Kind]model.RepairKind{
		ingest.KindRepaired: model.RepairKindRepaired, ingest.KindIgnored: model.RepairKindIgnored,
		ingest.KindKept: model.RepairKindKept, ingest.KindUnread: model.RepairKindUnread, ingest.KindNoted: model.RepairKindNoted,
	}
	for i, e := range item.Entries {
		f.Repairs[i] = model.Repair{Rule: string(e.Rule), Kind: kinds[e.Kind], Path: e.Path, Detail: e.Message}
	}
	for _, p := range item.Problems {
		f.Problems = append(f.Problems, model.ImportProblem{Path: p.Path, Code: p.Code, Message: p.Message})
	}
	refused := item.Status == ingest.StatusRefused || item.Status == ingest.StatusNotWritten
	if refused && len(f.Problems) == 0 {
		f.Problems = append(f.Problems, model.ImportProblem{Code: "INVALID_INPUT", Message: item.Reason})
	}
	return f
}

// importStatus returns what happened to the file: for a written one, the change it made.
func importStatus(item ingest.Item) model.ImportStatus {
	switch item.Status {
	case ingest.StatusRefused:
		return model.ImportStatusRefused
	case ingest.StatusNotWritten:
		return model.ImportStatusNotWritten
	case ingest.StatusUnchanged:
		return model.ImportStatusUnchanged
	}
	return map[string]model.ImportStatus{
		"created": model.ImportStatusCreated, "revised": model.ImportStatusRevised,
		"restored": model.ImportStatusRestored, "unchanged": model.ImportStatusUnchanged,
	}[string(item.Change)]
}
