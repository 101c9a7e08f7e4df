package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/spf13/cobra"
)

// checkRows is how many findings of each kind are printed without --json.
const checkRows = 10

func newCheck(c *command) *cobra.Command {
	var project string
	var repair, private, asJSON bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Compare the search index with the graph, and repair it",
		Long: "check reads the whole file of embedded engines for damage, and whether the graph holds what the journal of\n" +
			"captured events says that it does. Then it looks at every episode: whether the\n" +
			"search index holds its chunks as they should be, quotes its decisions and events, and holds nothing that is\n" +
			"gone. Episodes that wait to be indexed are listed separately. With --repair it reindexes or removes what\n" +
			"differs. Writes and searches go on meanwhile. The exit code is 1 when something differs and was not repaired.\n" +
			"With --privacy it looks instead for personal data and secrets in all contents of episodes and in execution\n" +
			"events, and tells how many of which kind are where, never what they are; the exit code is 1 when there are any.",
		Example: "  causeway check\n  causeway check --project demo-team --repair\n  causeway check --privacy",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if private {
				return c.checkPrivacy(cmd, project, asJSON)
			}
			cfg, err := c.load(cmd)
			if err != nil {
				return err
			}
			reports, err := app.Check(cmd.Context(), cfg, project, repair, c.logger(cfg), c.checkProgress())
			if err != nil && len(reports) == 0 {
				return err
			}
			if printErr := c.printReports(reports, asJSON); printErr != nil {
				return printErr
			}
			if err != nil {
				return err
			}
			return differs(reports)
		},
	}
	cmd.Flags().StringVar(&project, "project", "", "project to check (default: every project)")
	cmd.Flags().BoolVar(&repair, "repair", false, "reindex or remove what differs")
	cmd.Flags().BoolVar(&private, "privacy", false, "look for personal data and secrets")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the reports as JSON")
	cmd.MarkFlagsMutuallyExclusive("privacy", "repair")
	(&asking{command: c}).onlyHere(cmd, "run it on the machine of the service, with its home folder; /readyz says whether a service is well")
	return cmd
}

// checkProgress shows progress for each project.
func (c *command) checkProgress() func(project string, done, total int) {
	var show func(done, total int)
	shown := ""
	return func(project string, done, total int) {
		if show == nil || shown != project {
			show, shown = c.progress("checking "+project), project
		}
		show(done, total)
	}
}

// differs returns an error with the number of differences, nil if there are none.
func differs(reports []app.CheckReport) error {
	wrong, captured := 0, 0
	for _, r := range reports {
		wrong, captured = wrong+r.Wrong(), captured+r.Captured.Wrong()
	}
	switch {
	case captured > 0:
		return fmt.Errorf("%d captured events or parts of the journal are not as they should be, and the search index differs from the graph in %d places", captured, wrong)
	case wrong == 0:
		return nil
	}
	return fmt.Errorf("the search index differs from the graph in %d places; `causeway check --repair` mends it", wrong)
}

func (c *command) printReports(reports []app.CheckReport, asJSON bool) error {
	if asJSON {
		return writeJSON(c.out, reports)
	}
	for _, r := range reports {
		printCheck(c.out, r.CheckReport)
		printCaptured(c.out, r.Captured)
	}
	if len(reports) == 0 {
		fmt.Fprintln(c.out, "there is no project to check")
	}
	return nil
}

func printCheck(w io.Writer, r index.CheckReport) {
	fmt.Fprintf(w, "project %s: %d episodes, %d decisions and events, %d chunks; %d chunks in the index\n",
		r.Project, r.Episodes, r.Occurrences, r.Chunks, r.Indexed)
	if len(r.Findings) == 0 {
		fmt.Fprintln(w, "  nothing differs")
	}
	for _, kind := range r.Findings {
		fmt.Fprintf(w, "  %d %s", kind.Found, meaning(kind.Kind))
		if kind.Mended > 0 {
			fmt.Fprintf(w, ", %d mended", kind.Mended)
		}
		fmt.Fprintln(w)
		for _, f := range kind.First[:min(checkRows, len(kind.First))] {
			printFinding(w, f)
		}
		if more := kind.Found - checkRows; more > 0 {
			fmt.Fprintf(w, "    and %d more\n", more)
		}
	}
}

// printCaptured prints what became of the captured events of a project.
func printCaptured(w io.Writer, r *app.CapturedReport) {
	if r == nil || r.Waiting+r.Failed+r.Applied+r.Removed+r.Wrong() == 0 {
		return
	}
	fmt.Fprintf(w, "  captured events in the journal: %d in the graph as they were captured", r.Applied)
	for _, part := range []struct {
		n    int
		what string
	}{
		{r.Waiting, "wait"},
		{r.Failed, "were set aside (causeway events failures)"},
		{r.Removed, "were removed since"},
		{r.Different, "are otherwise in the graph"},
		{r.Lost, "are lost"},
		{r.Damaged, "parts of the journal cannot be read"},
	} {
		if part.n > 0 {
			fmt.Fprintf(w, ", %d %s", part.n, part.what)
		}
	}
	fmt.Fprintln(w)
	for _, id := range r.First {
		fmt.Fprintf(w, "    event %s\n", id)
	}
}

func printFinding(w io.Writer, f index.Finding) {
	what := cmp.Or(f.Occurrence, f.Episode)
	if f.Chunk != nil {
		what += fmt.Sprintf(", chunk %d", *f.Chunk)
	}
	if f.Reason != "" {
		what += ": " + short(f.Reason)
	}
	fmt.Fprintf(w, "    %s\n", what)
}

// meaning describes a kind of finding in words that follow a number.
func meaning(kind index.FindingKind) string {
	switch kind {
	case index.FindingNoChunks:
		return "episodes that are not in the index"
	case index.FindingOtherRevision:
		return "episodes with chunks of another revision"
	case index.FindingMissingChunk:
		return "chunks that the index lacks"
	case index.FindingDifferentChunk:
		return "chunks that the index holds otherwise"
	case index.FindingExtraChunk:
		return "chunks that should not be there"
	case index.FindingGoneEpisode:
		return "episodes in the index that are gone"
	case index.FindingUnquoted:
		return "decisions and events that no search finds"
	case index.FindingWaiting:
		return "episodes that wait to be indexed"
	default:
		return strings.ToLower(string(kind))
	}
}
