package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/ingest/notes"
	"github.com/spf13/cobra"
)

// The formats of an export.
const (
	exportLines    = "jsonl"
	exportMarkdown = "markdown"
	exportADR038   = "adr038"
)

func exportFormats() []string { return []string{exportLines, exportMarkdown, exportADR038} }

// exportADR038 writes a folder in the form of earlier tools.
func (a *asking) exportADR038(cmd *cobra.Command, project, folder string) error {
	cfg, err := a.load(cmd)
	if err = errors.Join(err, needProject(project)); err != nil {
		return err
	}
	out := &exportFolder{root: folder, overwrite: true}
	var report app.ADR038Report
	if a.elsewhere(cfg) {
		err = a.exportFrom(cmd, cfg, project, exportADR038, false, out.write, &report)
	} else {
		report, err = app.ExportADR038(cmd.Context(), cfg, project, out.write, a.logger(cfg), a.progress("exporting"))
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%d episodes of project %s in %s, and causality/causal-graph.json with %d nodes, %d edges and %d patterns\n",
		report.Episodes, project, filepath.Join(folder, "episodes"), report.Nodes, report.Edges, report.Patterns)
	if len(report.Lacking) > 0 {
		fmt.Fprintf(a.out, "%d episodes do not fit the published schema, which wants more than is known of them:\n", len(report.Lacking))
	}
	for _, l := range report.Lacking[:min(len(report.Lacking), reportRows)] {
		fmt.Fprintf(a.out, "  %s: %s\n", l.Episode, short(strings.Join(l.Reasons, "; ")))
	}
	if more := len(report.Lacking) - reportRows; more > 0 {
		fmt.Fprintf(a.out, "  and %d more\n", more)
	}
	return nil
}

// exportNotes writes a folder of notes.
func (a *asking) exportNotes(cmd *cobra.Command, project, folder string, overwrite bool) error {
	cfg, err := a.load(cmd)
	if err = errors.Join(err, needProject(project)); err != nil {
		return err
	}
	out := &exportFolder{root: folder, overwrite: overwrite}
	var report app.FolderReport
	if a.elsewhere(cfg) {
		err = a.exportFrom(cmd, cfg, project, exportMarkdown, false, out.write, &report)
	} else {
		report, err = app.ExportNotes(cmd.Context(), cfg, project, out.write, a.logger(cfg), a.progress("exporting"))
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%d episodes and %d patterns of project %s in %s, %d files changed\n", report.Episodes, report.Patterns, project, folder, out.changed)
	if report.Deprecated > 0 {
		fmt.Fprintf(a.out, "%d deprecated patterns were left out\n", report.Deprecated)
	}
	return out.told(a.out)
}

// exportFolder writes files below a folder. It does not write over notes that somebody edited.
type exportFolder struct {
	root      string
	overwrite bool
	changed   int
	// kept are the files that were edited and not imported since.
	kept []string
}

func (f *exportFolder) write(path string, content []byte) error {
	path = filepath.Join(f.root, filepath.FromSlash(path))
	there, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("look at the note that is there: %w", err)
	case string(there) == string(content):
		return nil
	case !f.overwrite && notes.Edited(there, content):
		f.kept = append(f.kept, path)
		return nil
	}
	f.changed++
	return replaceFile(path, content)
}

// replaceFile writes a file beside and gives it its name when it is complete.
func replaceFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return fmt.Errorf("create the folder: %w", err)
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".causeway-*")
	if err != nil {
		return fmt.Errorf("create %s: %w", path, err)
	}
	_, err = temporary.Write(content)
	err = errors.Join(err, temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, errors.Join(err, os.Remove(temporary.Name())))
	}
	return nil
}

// told says which files were left as they are; it is an error that there are some.
func (f *exportFolder) told(w io.Writer) error {
	if len(f.kept) == 0 {
		return nil
	}
	for _, path := range f.kept[:min(len(f.kept), reportRows)] {
		fmt.Fprintf(w, "  %s was edited and left as it is\n", path)
	}
	if more := len(f.kept) - reportRows; more > 0 {
		fmt.Fprintf(w, "  and %d more\n", more)
	}
	return fmt.Errorf("%d notes were edited since they were exported: import them first (causeway import %s --format markdown), or write over them with --overwrite",
		len(f.kept), f.root)
}
