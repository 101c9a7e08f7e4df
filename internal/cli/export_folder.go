package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/ingest/notes"
	"github.com/spf13/cobra"
)

// The formats of an export.
const (
	exportLines    = "jsonl"
	exportMarkdown = "markdown"
)

func exportFormats() []string { return []string{exportLines, exportMarkdown} }

// exportNotes writes a folder of notes.
func (c *command) exportNotes(cmd *cobra.Command, project, folder string, overwrite bool) error {
	cfg, err := c.load(cmd)
	if err = errors.Join(err, needProject(project)); err != nil {
		return err
	}
	out := &noteFolder{root: folder, overwrite: overwrite}
	report, err := app.ExportNotes(cmd.Context(), cfg, project, out.write, c.logger(cfg), c.progress("exporting"))
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%d episodes and %d patterns of project %s in %s, %d files changed\n", report.Episodes, report.Patterns, project, folder, out.changed)
	if report.Deprecated > 0 {
		fmt.Fprintf(c.out, "%d deprecated patterns were left out\n", report.Deprecated)
	}
	return out.told(c.out)
}

// noteFolder writes notes below a folder. It does not write over what somebody edited.
type noteFolder struct {
	root      string
	overwrite bool
	changed   int
	// kept are the files that were edited and not imported since.
	kept []string
}

func (f *noteFolder) write(path string, content []byte) error {
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
func (f *noteFolder) told(w io.Writer) error {
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
