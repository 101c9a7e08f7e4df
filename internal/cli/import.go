package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/privacy"
)

// reportRows is how many files the table shows without --verbose, reportEntries how much of what was done to one is kept until then.
const (
	reportRows    = 20
	reportEntries = 5
)

type importFlags struct {
	project, format, report string
	privacy                 string
	strict, dryRun, follow  bool
	json, verbose           bool
}

func newImport(c *command) *cobra.Command {
	var f importFlags
	a := &asking{command: c}
	cmd := &cobra.Command{
		Use:   "import [PATH...]",
		Short: "Import episode files, exports, notes, session logs, transcripts of agents, or old causal graphs",
		Long: "import reads episodes from JSON files (one per file, JSON Lines, gzip; - is standard input) or from session\n" +
			"logs (JSON or markdown), repairs what can be repaired, records them in batches and reports on every file. What\n" +
			"export wrote is read unchanged, and so is the input of recordEpisode. What an episode has no place for is kept in\n" +
			"its extra. Importing again changes nothing. The exit code is 3 when files were refused, or a time, a cause or an\n" +
			"outcome could not be read. The links of a causal graph of earlier tools become statements between factors, with\n" +
			"their file as origin and with low confidence; its patterns become patterns whose rates are claims and are never\n" +
			"counted.\n\n" +
			"A transcript of an agent (claude-code, codex, opencode, openhands, swe-agent, tau) becomes an episode; without a\n" +
			"PATH the usual folders of the program are read. --follow keeps watching and revises the episodes as they grow.\n\n" +
			"With --url the files are sent to a service, in requests of up to 500 documents and 4 MiB.",
		Example: "  causeway import examples/episode-2026-03-*.json --project ops\n" +
			"  causeway import examples/episode-2026-03-*.json --project ops --dry-run\n" +
			"  causeway import ./sessions --format session-log --project ops --json > report.json\n" +
			"  causeway import causal-graph.json --format causal-graph --project ops\n" +
			"  causeway import examples/traces/trip.json --format otlp-json --project ops\n" +
			"  causeway import notes --format markdown --project ops\n" +
			"  causeway import --format claude-code --project ops --follow\n" +
			"  zcat demo.jsonl.gz | causeway import - --project ops\n" +
			"  causeway import ./sessions --project ops --url https://memory.example --token-file token.txt",
		Args: arguments(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, paths []string) error { return a.importPaths(cmd, f, paths) },
	}
	cmd.Flags().StringVar(&f.project, "project", "", "project to import into (required)")
	cmd.Flags().StringVar(&f.format, "format", "episode", "format of the files: "+formats())
	complete(cmd, "format", cobra.FixedCompletions(formatNames(), cobra.ShellCompDirectiveNoFileComp))
	cmd.Flags().StringVar(&f.report, "report", "", "file to write the whole report to, as JSON")
	cmd.Flags().StringVar(&f.privacy, "privacy", string(privacy.PolicyRedact), "what is done with personal data and secrets in transcripts and session logs: redact, drop, refuse or off")
	cmd.Flags().BoolVar(&f.strict, "strict", false, "write nothing when any file is refused")
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "write nothing; report what would happen to every file")
	cmd.Flags().BoolVar(&f.follow, "follow", false, "keep watching transcripts, and import those that grow, until interrupted")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the whole report as JSON instead of a table")
	cmd.Flags().BoolVar(&f.verbose, "verbose", false, "list every file and everything that was done to it")
	a.definePlace(cmd)
	return cmd
}

func (a *asking) importPaths(cmd *cobra.Command, f importFlags, paths []string) error {
	cfg, err := a.load(cmd)
	if err = errors.Join(err, needProject(f.project)); err != nil {
		return err
	}
	format := ingest.Format(f.format)
	if !slices.Contains(ingest.Formats(), format) {
		return usageError{fmt.Errorf("--format is %q; it is one of %s", f.format, formats())}
	}
	if _, err := privacy.ParsePolicy(f.privacy); err != nil {
		return usageError{fmt.Errorf("--privacy: %w", err)}
	}
	if paths, err = importedPaths(format, paths); err != nil {
		return err
	}
	if f.follow {
		return a.follow(cmd, cfg, f, paths)
	}
	sources, passedOver, err := ingest.Files(format, paths, a.in)
	if err != nil {
		return err
	}
	report, err := a.importSources(cmd, cfg, f.options(), sources)
	if report.Items == nil && err != nil {
		return err
	}
	report.PassedOver = passedOver
	if printErr := a.printReport(report, f); printErr != nil {
		return printErr
	}
	if err == nil && !f.dryRun && !a.elsewhere(cfg) {
		a.advise(cmd, cfg, f.project)
	}
	if err == nil && report.Totals.Refused+report.Totals.Unread > 0 {
		return errRefused
	}
	return err
}

// options are those of the import that the flags name.
func (f importFlags) options() app.ImportOptions {
	o := app.ImportOptions{Project: f.project, Format: ingest.Format(f.format), Strict: f.strict, DryRun: f.dryRun, Privacy: privacy.Policy(f.privacy)}
	if f.report == "" && !f.json && !f.verbose {
		o.Entries = reportEntries // nobody will see more
	}
	return o
}

// importSources imports on the engines of the home folder, or through the service at an address.
func (a *asking) importSources(cmd *cobra.Command, cfg config.Config, o app.ImportOptions, sources []ingest.Source) (ingest.Report, error) {
	if a.elsewhere(cfg) && o.Format.IsTrace() {
		return ingest.Report{}, usageError{errors.New("a service takes traces at /v1/traces: post the file there, with Content-Type: application/json, or import it without --url")}
	}
	if a.elsewhere(cfg) {
		service, err := a.connect(cfg)
		if err != nil {
			return ingest.Report{}, err
		}
		o.Pattern = cfg.Privacy.Pattern
		return importElsewhere(cmd.Context(), service, o, sources, a.progress("importing"))
	}
	return app.Import(cmd.Context(), cfg, o, sources, a.logger(cfg), a.progress("importing"))
}

// advise says what somebody may do with what was imported.
func (c *command) advise(cmd *cobra.Command, cfg config.Config, project string) {
	if told, err := app.ToldOnly(cmd.Context(), cfg, project, c.logger(cfg)); err == nil {
		if words, some := told.Advice(project); some {
			fmt.Fprintln(c.err, words)
		}
	}
}

func formats() string { return strings.Join(formatNames(), ", ") }

func formatNames() []string {
	var names []string
	for _, f := range ingest.Formats() {
		names = append(names, string(f))
	}
	return names
}

func (c *command) printReport(report ingest.Report, f importFlags) error {
	if f.report != "" {
		file, err := os.Create(f.report)
		if err != nil {
			return fmt.Errorf("write the report: %w", err)
		}
		if err := errors.Join(writeJSON(file, report), file.Close()); err != nil {
			return fmt.Errorf("write the report: %w", err)
		}
	}
	if f.json {
		return writeJSON(c.out, report)
	}
	rows := reportRows
	if f.verbose {
		rows = -1
	}
	return report.WriteTable(c.out, rows)
}

func writeJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}

// progress returns a progress bar on a terminal, and otherwise a function that writes a line
// every two seconds.
func (c *command) progress(what string) func(done, total int) {
	if file, ok := beneath(c.err).(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		var bar *progressbar.ProgressBar
		return func(done, total int) {
			if bar == nil {
				bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(file), progressbar.OptionSetDescription(what),
					progressbar.OptionShowCount(), progressbar.OptionSetElapsedTime(true), progressbar.OptionClearOnFinish())
			}
			_ = bar.Set(done) // failing to draw the bar must not stop the work
		}
	}
	begin, last := time.Now(), time.Now()
	return func(done, total int) {
		if time.Since(last) < 2*time.Second {
			return
		}
		last = time.Now()
		fmt.Fprintf(c.err, "%s: %d of %d after %s\n", what, done, total, time.Since(begin).Round(time.Second))
	}
}
