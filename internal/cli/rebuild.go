package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
)

func newRebuild(c *command) *cobra.Command {
	var project string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "rebuild",
		Short: "Derive the factors of a project and their links again from its episodes",
		Long: "rebuild removes what was derived from the episodes and derives all of it again. What people decided and stated\n" +
			"is kept: merges, splits, closed variables, statements, imported causal graphs. The result is identical to what\n" +
			"was there, and the fingerprints show it; while it runs, answers say how many episodes are missing. An\n" +
			"interrupted rebuild is finished by the service, or by another rebuild.",
		Example: "  causeway rebuild --project demo-team\n  causeway rebuild --project demo-team --json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if err = errors.Join(err, needProject(project)); err != nil {
				return err
			}
			r, err := app.Rebuild(cmd.Context(), cfg, project, c.logger(cfg), c.progress("deriving"))
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(c.out, map[string]any{
					"project": project, "episodes": r.Episodes, "pending_before": r.Due, "before": r.Before, "after": r.After, "identical": r.Same(),
				})
			}
			fmt.Fprintf(c.out, "%d episodes of project %s are derived anew.\nbefore  %s\nafter   %s\n%s\n", r.Episodes, project, r.Before, r.After, sameGraph(r))
			return nil
		},
	}
	cmd.Flags().StringVar(&project, "project", "", "project to derive (required)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return cmd
}

// sameGraph explains the two fingerprints.
func sameGraph(r app.Rebuilt) string {
	switch {
	case r.Same():
		return "The graph is identical."
	case r.Due > 0:
		return fmt.Sprintf("The graph is another one: %d episodes were missing or out of date before.", r.Due)
	default:
		return "The graph is another one: it was written to meanwhile, or something had gone wrong before and is right now."
	}
}
