package app

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/graph/model"
)

// exporter implements the subscription that exports a project.
type exporter struct{ app *App }

// Export implements [resolvers.Exporter].
func (e exporter) Export(ctx context.Context, project string, format model.ExportFormat, revisions bool, each func(model.ExportPart) error) {
	sent := &sending{each: each}
	report, err := e.export(ctx, project, format, revisions, sent)
	last := model.ExportPart{Done: sent.done, Total: sent.total}
	if err == nil {
		var told []byte
		told, err = json.Marshal(report)
		last.Report = new(string(told))
	}
	if err != nil {
		failure := explain(err)
		last.Report, last.Error = nil, &failure
	}
	_ = each(last) // the caller is gone when it fails
}

// export sends the parts and returns what the command prints of them.
func (e exporter) export(ctx context.Context, project string, format model.ExportFormat, revisions bool, to *sending) (report any, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			e.app.log.ErrorContext(ctx, "panic", "reason", reason)
			err = fmt.Errorf("export project %q: a fault of the service", project)
		}
	}()
	switch format {
	case model.ExportFormatMarkdown:
		return e.app.exportNotes(ctx, project, to.file, to.progress)
	case model.ExportFormatAdr038:
		return e.app.exportADR038(ctx, project, to.file, to.progress)
	default:
		return e.app.export(ctx, archive.ExportOptions{Project: project, Revisions: revisions}, to.line, to.progress)
	}
}

// sending makes parts of what an export writes.
type sending struct {
	each        func(model.ExportPart) error
	done, total int
	// err is why a part could not be sent; then no other is.
	err error
}

func (s *sending) send(path *string, content []byte) error {
	if s.err == nil {
		s.err = s.each(model.ExportPart{Path: path, Content: new(string(content)), Done: s.done, Total: s.total})
	}
	return s.err
}

func (s *sending) line(content []byte) error { return s.send(nil, content) }

func (s *sending) file(path string, content []byte) error { return s.send(&path, content) }

// progress keeps how far the export is, and says so.
func (s *sending) progress(done, total int) {
	s.done, s.total = done, total
	if s.err == nil {
		s.err = s.each(model.ExportPart{Done: done, Total: total})
	}
}
