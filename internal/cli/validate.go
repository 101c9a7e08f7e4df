package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/spf13/cobra"
)

func newValidate(c *command) *cobra.Command {
	var project string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "validate",
		Short: "Say whether the episodes, patterns and links of a project are whole",
		Long: "validate reads every episode and pattern of a project: whether the content fits its hash and the rules, and\n" +
			"whether both ends of each link exist that an episode or a pattern states. Run it after an import from other tools.\n" +
			"A link whose other episode is not recorded yet is broken until that comes. `causeway check` compares the search\n" +
			"index with the graph, `causeway quality` says what the factors can support. The exit code is 3 when anything is\n" +
			"broken.",
		Example: "  causeway validate --project demo\n  causeway validate --project demo-team --json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if err = errors.Join(err, needProject(project)); err != nil {
				return err
			}
			report, err := app.Validate(cmd.Context(), cfg, project, c.logger(cfg), c.progress("validating"))
			if err != nil {
				return err
			}
			if asJSON {
				err = writeJSON(c.out, report)
			} else {
				printValidity(c.out, report)
			}
			if err == nil && report.Broken() {
				return errBroken
			}
			return err
		},
	}
	cmd.Flags().StringVar(&project, "project", "", "project to validate (required)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	(&asking{command: c}).onlyHere(cmd, "run it on the machine of the service, or on a copy: `causeway export --url … | causeway import - --project copy`")
	return cmd
}

func printValidity(w io.Writer, v app.Validity) {
	for _, part := range []struct {
		what string
		of   app.Validated
	}{{"episodes", v.Episodes}, {"patterns", v.Patterns}} {
		fmt.Fprintf(w, "%s: %d of %d are valid\n", part.what, part.of.Valid, part.of.Total)
		for _, i := range part.of.Issues[:min(len(part.of.Issues), reportRows)] {
			at := i.Name
			if i.Path != "" {
				at += ", " + i.Path
			}
			fmt.Fprintf(w, "  %s: %s\n", at, i.Message)
		}
		printMore(w, len(part.of.Issues))
	}
	g := v.GraphIntegrity
	fmt.Fprintf(w, "links: %d of %d have both ends\n", g.ValidEdges, g.TotalEdges)
	for _, l := range g.BrokenLinks[:min(len(g.BrokenLinks), reportRows)] {
		fmt.Fprintf(w, "  %s %s %s\n", l.Source, l.Type, l.Target)
	}
	printMore(w, len(g.BrokenLinks))
}

// printMore says how many are not shown; --json has all.
func printMore(w io.Writer, n int) {
	if more := n - reportRows; more > 0 {
		fmt.Fprintf(w, "  and %d more; --json lists all\n", more)
	}
}
