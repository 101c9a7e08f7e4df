package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/ingest/transcript"
)

// importedPaths returns the paths to import: those given, or the usual folders of the program that writes
// the format.
func importedPaths(format ingest.Format, paths []string) ([]string, error) {
	if len(paths) > 0 {
		return paths, nil
	}
	if !format.IsTranscript() {
		return nil, usageError{errors.New("name the files or folders to import")}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, fmt.Errorf("find the usual folders of %s: %w", format, err)
	}
	usual := transcript.Folders(transcript.Format(format), home, os.Getenv)
	for _, folder := range usual {
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			paths = append(paths, folder)
		}
	}
	if len(paths) == 0 {
		return nil, usageError{fmt.Errorf("name the files or folders to import: %s", cmp.Or(strings.Join(usual, " and ")+" is not there", "the format has no usual folder"))}
	}
	return paths, nil
}

// followEvery is how often followed transcripts are looked at. One that grew is imported once it has been
// quiet for as long.
const followEvery = 2 * time.Second

// follow imports transcripts, and again those that grow, until the context ends.
func (a *asking) follow(cmd *cobra.Command, cfg config.Config, f importFlags, paths []string) error {
	format := ingest.Format(f.format)
	if !format.IsTranscript() || slices.Contains(paths, "-") {
		return usageError{errors.New("--follow watches files of transcripts; give one of their formats and no standard input")}
	}
	watch := watching{imported: map[string]string{}, seen: map[string]string{}}
	ctx := cmd.Context()
	for {
		sources, _, err := ingest.Files(format, paths, a.in)
		if err != nil {
			return err
		}
		if due := watch.due(sources); len(due) > 0 {
			report, err := a.importSources(cmd, cfg, f.options(), due)
			if err != nil && ctx.Err() == nil {
				return err
			}
			a.printFollowed(report)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(followEvery):
		}
	}
}

// watching remembers the states of files.
type watching struct {
	// imported are the states as imported, seen as they were at the last look.
	imported, seen map[string]string
}

// due returns the sources that changed since they were imported and not since the last look; at the first
// look all.
func (w *watching) due(sources []ingest.Source) []ingest.Source {
	var out []ingest.Source
	first := len(w.seen) == 0
	for _, s := range sources {
		state := s.State()
		if state != w.imported[s.Name] && (first || state == w.seen[s.Name]) {
			out = append(out, s)
			w.imported[s.Name] = state
		}
		w.seen[s.Name] = state
	}
	return out
}

// printFollowed prints a line for each episode that changed.
func (a *asking) printFollowed(report ingest.Report) {
	for _, item := range report.Items {
		if item.Status == ingest.StatusRefused || item.Status == ingest.StatusNotWritten {
			fmt.Fprintf(a.err, "%s: %s: %s\n", item.File, item.Status, item.Reason)
			continue
		}
		_, _ = fmt.Fprintf(a.out, "%s %s: %d decisions, %d events (%s)\n", item.Change, item.Episode, item.Decisions, item.Events, item.File)
	}
}
