package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/spf13/cobra"
)

func newExport(c *command) *cobra.Command {
	var o archive.ExportOptions
	var output string
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write a project as JSON Lines that import reads",
		Long: "export writes one line for each episode, ordered by id, as of one moment, while the service runs and writes go\n" +
			"on. `causeway import` takes the lines as they are: the same contents with the same hashes, on any engines.\n" +
			"Deleted episodes and counts of reads are left out; `causeway copy` moves those too. The file appears when it is\n" +
			"complete.",
		Example: "  causeway export --project demo --output demo.jsonl.gz\n" +
			"  causeway export --project demo --revisions | causeway import - --project demo-2",
		Args: arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return c.export(cmd, o, output) },
	}
	cmd.Flags().StringVar(&o.Project, "project", "", "project to export (required)")
	cmd.Flags().StringVar(&output, "output", "-", "file to write, compressed if its name ends in .gz; - is standard output")
	cmd.Flags().BoolVar(&o.Revisions, "revisions", false, "also write the earlier revisions of episodes, oldest first")
	return cmd
}

func (c *command) export(cmd *cobra.Command, o archive.ExportOptions, output string) (err error) {
	cfg, err := c.load(cmd)
	if err = errors.Join(err, needProject(o.Project)); err != nil {
		return err
	}
	out, summary := &lineFile{to: beneath(c.out)}, c.err
	if output != "-" {
		if out, err = createLines(output); err != nil {
			return err
		}
		summary = c.out
	}
	defer func() { err = errors.Join(err, out.abandon()) }()
	report, err := app.Export(cmd.Context(), cfg, o, out.write, c.logger(cfg), c.progress("exporting"))
	if err != nil {
		return err
	}
	if err := out.finish(); err != nil {
		return err
	}
	printExport(summary, report)
	return nil
}

func printExport(w io.Writer, r archive.ExportReport) {
	fmt.Fprintf(w, "%d episodes of project %s in %d lines, fingerprint %s\n", r.Episodes, r.Project, r.Lines, r.Fingerprint)
	if r.Deleted > 0 {
		fmt.Fprintf(w, "%d deleted episodes were left out\n", r.Deleted)
	}
	if r.Purged > 0 {
		fmt.Fprintf(w, "%d episodes were purged meanwhile and are missing\n", r.Purged)
	}
}
