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
	"github.com/spf13/cobra"
)

// differenceRows is how many differences of a project are printed.
const differenceRows = 10

func newCopy(c *command) *cobra.Command {
	var o app.CopyOptions
	var all bool
	cmd := &cobra.Command{
		Use:   "copy",
		Short: "Copy projects from one kind of engines to another",
		Long: "copy reproduces a project on other engines: every revision with its number and time, deleted episodes, reads,\n" +
			"what was decided about factors, patterns with their history, and execution events. Only what differs is written, so running an\n" +
			"interrupted copy again continues it. At the end both sides are read again and compared. Nothing that was\n" +
			"recorded only in the target is overwritten.\n\n" +
			"Native and docker engines must be running (`causeway up --engines=native --detach`); embedded ones are the file\n" +
			"in the home folder. The exit code is 1 when the two sides differ.",
		Example: "  causeway copy --project demo --from embedded --to native\n" +
			"  causeway copy --all-projects --from native --to embedded",
		Args: arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkCopy(o, all); err != nil {
				return err
			}
			return c.copy(cmd, o)
		},
	}
	cmd.Flags().StringVar(&o.Project, "project", "", "project to copy")
	cmd.Flags().BoolVar(&all, "all-projects", false, "copy every project")
	cmd.Flags().StringVar(&o.From, "from", "", "engines to copy from: "+strings.Join(kinds(), ", "))
	cmd.Flags().StringVar(&o.To, "to", "", "engines to copy to")
	(&asking{command: c}).onlyHere(cmd, "`causeway export --url FROM | causeway import - --url TO` moves what is recorded between services")
	return cmd
}

func kinds() []string {
	return []string{config.EnginesEmbedded, config.EnginesNative, config.EnginesDocker, config.EnginesExternal}
}

func checkCopy(o app.CopyOptions, all bool) error {
	for flag, kind := range map[string]string{"--from": o.From, "--to": o.To} {
		if !slices.Contains(kinds(), kind) {
			return usageError{fmt.Errorf("%s is %q; it is one of %s", flag, kind, strings.Join(kinds(), ", "))}
		}
	}
	if o.From == o.To {
		return usageError{fmt.Errorf("--from and --to are both %s", o.From)}
	}
	if all == (o.Project != "") {
		return usageError{errors.New("name the project with --project, or copy every one with --all-projects")}
	}
	return nil
}

func (c *command) copy(cmd *cobra.Command, o app.CopyOptions) error {
	cfg, err := c.load(cmd)
	if err != nil {
		return err
	}
	reports, err := app.Copy(cmd.Context(), cfg, o, c.logger(cfg), c.steps())
	if err == nil && len(reports) == 0 {
		fmt.Fprintf(c.out, "the %s engines hold no project\n", o.From)
	}
	differ := 0
	for _, r := range reports {
		printCopy(c.out, r)
		differ += len(r.Differences)
	}
	if err == nil && differ > 0 {
		return fmt.Errorf("%d episodes differ; what the source recorded while the copy ran comes with the next one", differ)
	}
	return err
}

func printCopy(w io.Writer, r archive.CopyReport) {
	fmt.Fprintf(w, "project %s: %d episodes, %d of them written; ", r.Project, r.Episodes, r.Written)
	if r.Equal() {
		fmt.Fprintf(w, "both sides hold the same, fingerprint %s\n", r.From)
		return
	}
	fmt.Fprintf(w, "%d differ\n  fingerprint of the source %s\n  fingerprint of the target %s\n", len(r.Differences), r.From, r.To)
	for i, d := range r.Differences {
		if i == differenceRows {
			fmt.Fprintf(w, "  and %d more\n", len(r.Differences)-i)
			break
		}
		fmt.Fprintf(w, "  %s: %s\n", d.Episode, short(d.Reason))
	}
}
