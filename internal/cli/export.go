package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/moving"
	"github.com/spf13/cobra"
)

func newExport(c *command) *cobra.Command {
	var o archive.ExportOptions
	var output, format string
	var overwrite bool
	a := &asking{command: c}
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write a project as JSON Lines, as notes or in the form of earlier tools, which import reads",
		Long: "export writes one line for each episode, ordered by id, as of one moment, while the service runs and writes go\n" +
			"on. Then come the lines of everything else that somebody decided or stated: merges and other rules about\n" +
			"factors, statements, patterns with their histories and applications, execution events and what completed\n" +
			"workflows. `causeway import` takes the lines as they are, on any engines. Deleted episodes and counts of reads are\n" +
			"left out; `causeway copy` moves those too. The file appears when it is complete.\n\n" +
			"--format markdown writes a folder of notes, one for each episode and each pattern in use, for people and for tools\n" +
			"like Obsidian. `causeway import DIR --format markdown` reads them back, edited or not. A note that was edited and\n" +
			"not imported is left as it is, unless --overwrite is given.\n\n" +
			"--format adr038 writes a folder in the form of earlier tools: episodes/SESSION.json and causality/causal-graph.json.\n" +
			"Import reads the same episodes from it. What is unknown is left out, and the episodes that therefore do not fit\n" +
			"the published schema are named.",
		Example: "  causeway export --project demo --output demo.jsonl.gz\n" +
			"  causeway export --project demo --revisions | causeway import - --project demo-2\n" +
			"  causeway export --project demo --format markdown --output notes\n" +
			"  causeway export --project demo --format adr038 --output memory\n" +
			"  causeway export --project demo --url https://memory.example --token-file token.txt | causeway import - --project demo",
		Args: arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := exportUsage(format, output, o.Revisions, overwrite); err != nil {
				return err
			}
			switch format {
			case exportMarkdown:
				return a.exportNotes(cmd, o.Project, output, overwrite)
			case exportADR038:
				return a.exportADR038(cmd, o.Project, output)
			default:
				return a.export(cmd, o, output)
			}
		},
	}
	cmd.Flags().StringVar(&format, "format", exportLines, "what to write: "+strings.Join(exportFormats(), ", "))
	complete(cmd, "format", cobra.FixedCompletions(exportFormats(), cobra.ShellCompDirectiveNoFileComp))
	cmd.Flags().BoolVar(&overwrite, "overwrite", false, "of a folder of notes: write over those that were edited")
	cmd.Flags().StringVar(&o.Project, "project", "", "project to export (required)")
	cmd.Flags().StringVar(&output, "output", "-", "file to write, compressed if its name ends in .gz; - is standard output. For another format than jsonl: the folder (required)")
	cmd.Flags().BoolVar(&o.Revisions, "revisions", false, "also write the earlier revisions of episodes, oldest first")
	a.definePlace(cmd)
	return cmd
}

// exportUsage refuses flags that do not fit the format.
func exportUsage(format, output string, revisions, overwrite bool) error {
	folder := format != exportLines
	switch {
	case !slices.Contains(exportFormats(), format):
		return usageError{fmt.Errorf("--format is %q; it is one of %s", format, strings.Join(exportFormats(), ", "))}
	case folder && (output == "-" || output == ""):
		return usageError{errors.New("--output names the folder that --format " + format + " writes")}
	case folder && revisions:
		return usageError{errors.New("--revisions belongs to --format jsonl: a folder holds the last revision of each episode")}
	case overwrite && format != exportMarkdown:
		return usageError{errors.New("--overwrite belongs to --format markdown")}
	}
	return nil
}

func (a *asking) export(cmd *cobra.Command, o archive.ExportOptions, output string) (err error) {
	cfg, err := a.load(cmd)
	if err = errors.Join(err, needProject(o.Project)); err != nil {
		return err
	}
	out, summary := &lineFile{to: beneath(a.out)}, a.err
	if output != "-" {
		if out, err = createLines(output); err != nil {
			return err
		}
		summary = a.out
	}
	defer func() { err = errors.Join(err, out.abandon()) }()
	report, err := a.exportLines(cmd, cfg, o, out.write)
	if err != nil {
		return err
	}
	if err := out.finish(); err != nil {
		return err
	}
	printExport(summary, report)
	return nil
}

func (a *asking) exportLines(cmd *cobra.Command, cfg config.Config, o archive.ExportOptions, write func(line []byte) error) (report app.ExportReport, err error) {
	if !a.elsewhere(cfg) {
		return app.Export(cmd.Context(), cfg, o, write, a.logger(cfg), a.progress("exporting"))
	}
	err = a.exportFrom(cmd, cfg, o.Project, exportLines, o.Revisions, func(_ string, line []byte) error { return write(line) }, &report)
	return report, err
}

func printExport(w io.Writer, r app.ExportReport) {
	fmt.Fprintf(w, "%d episodes of project %s in %d lines, fingerprint %s\n", r.Episodes, r.Project, r.Lines, r.Fingerprint)
	if r.Deleted > 0 {
		fmt.Fprintf(w, "%d deleted episodes were left out\n", r.Deleted)
	}
	if r.Purged > 0 {
		fmt.Fprintf(w, "%d episodes were purged meanwhile and are missing\n", r.Purged)
	}
	var parts []string
	for _, kind := range moving.Kinds() {
		if n := r.Parts[kind]; n > 0 {
			parts = append(parts, several(n, string(kind)))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(w, "beside them %s; fingerprint of all %s\n", strings.Join(parts, ", "), r.Whole)
	}
}
