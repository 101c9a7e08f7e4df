package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/ingest"
)

// One request carries at most so many documents and bytes: well below the limits of a service, of
// which the text of a request needs a part.
const (
	requestFiles = 500
	requestBytes = 4 << 20
	// strictFiles and strictBytes bound a strict import, which has to be one request.
	strictFiles = 5_000
	strictBytes = 12 << 20
)

// importingElsewhere is an import through the API of a service.
type importingElsewhere struct {
	service  *client
	options  app.ImportOptions
	progress func(done, total int)
	total    int
	// waiting are the documents of the next request, of so many bytes.
	waiting []ingest.Apart
	bytes   int
	reports []ingest.Report
	done    int
}

// importElsewhere records the documents of sources through a service, in requests one after the other.
func importElsewhere(
	ctx context.Context, service *client, o app.ImportOptions, sources []ingest.Source, progress func(done, total int),
) (ingest.Report, error) {
	run := &importingElsewhere{service: service.patient(), options: o, progress: progress, total: len(sources)}
	var err error
	for _, s := range sources {
		before := run.done + len(run.waiting)
		ingest.ReadApart(o.Format, s, o.Privacy, o.Pattern, func(a ingest.Apart) bool {
			err = run.add(ctx, a)
			return err == nil && ctx.Err() == nil
		})
		run.total += max(0, run.done+len(run.waiting)-before-1)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			break
		}
	}
	if err == nil {
		err = run.send(ctx)
	}
	report := ingest.Joined(run.reports)
	report.Project, report.Format, report.DryRun = o.Project, o.Format, o.DryRun
	if err != nil {
		report.Complete, report.Reason = false, err.Error()
	}
	return report, err
}

// add puts a document into the next request, and sends that when it is full.
func (run *importingElsewhere) add(ctx context.Context, a ingest.Apart) error {
	files, bytes := requestFiles, requestBytes
	if run.options.Strict {
		files, bytes = strictFiles, strictBytes
	}
	if n := len(run.waiting); n > 0 && (n == files || run.bytes+len(a.Content) > bytes) {
		if run.options.Strict {
			return usageError{fmt.Errorf("a strict import is one request, of at most %d documents and %d MiB; import fewer files, or without --strict", strictFiles, strictBytes>>20)}
		}
		if err := run.send(ctx); err != nil {
			return err
		}
	}
	run.waiting = append(run.waiting, a)
	run.bytes += len(a.Content)
	return nil
}

// send imports the documents that wait. Those that could not be read are refused here, as the service
// would refuse them.
func (run *importingElsewhere) send(ctx context.Context) error {
	waiting := run.waiting
	run.waiting, run.bytes = nil, 0
	files, refused := []map[string]any{}, false
	for _, a := range waiting {
		if a.Err != nil {
			refused = true
			continue
		}
		files = append(files, map[string]any{"name": a.Within, "content": string(a.Content)})
	}
	report := ingest.Report{Complete: true}
	switch {
	case len(files) == 0:
	case refused && run.options.Strict:
		return errors.New("nothing was written: some files cannot be read")
	default:
		job, err := run.service.runJob(ctx, run.mutation(), run.variables(files), func(done, _ int) { run.progress(run.done+done, max(run.total, run.done+done)) })
		if job.Report != nil {
			err = cmp.Or(decodeText(job.Report.JSON, &report), err)
		}
		if err != nil {
			return err
		}
	}
	report.Items = placed(waiting, report.Items)
	for i := range report.Items {
		report.Items[i].Keep(run.options.Entries)
	}
	run.reports = append(run.reports, report)
	run.done += len(waiting)
	run.progress(run.done, max(run.total, run.done))
	return nil
}

// placed puts the reports of the service in the order of the documents, under the names that they have
// here.
func placed(waiting []ingest.Apart, told []ingest.Item) []ingest.Item {
	out := make([]ingest.Item, 0, len(waiting))
	for _, a := range waiting {
		switch {
		case a.Err != nil:
			out = append(out, a.Refused())
		case len(told) > 0:
			told[0].File = a.Name
			told[0].Entries = append(a.Entries, told[0].Entries...)
			out, told = append(out, told[0]), told[1:]
		}
	}
	return append(out, told...)
}

func (run *importingElsewhere) mutation() string {
	if run.options.Format == ingest.FormatCausalGraph {
		return importGraphQuery
	}
	return importEpisodesQuery
}

func (run *importingElsewhere) variables(files []map[string]any) map[string]any {
	input := map[string]any{"files": files, "strict": run.options.Strict, "dryRun": run.options.DryRun}
	switch {
	case run.options.Format == ingest.FormatCausalGraph:
	case run.options.Format.IsTranscript(): // it was read here
		input["format"] = "EPISODE"
	default:
		input["format"] = strings.ToUpper(strings.ReplaceAll(string(run.options.Format), "-", "_"))
	}
	return map[string]any{"project": run.options.Project, "input": input}
}
