package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
)

func newRebuild(c *command) *cobra.Command {
	var project string
	var asJSON bool
	a := &asking{command: c}
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
			r, err := a.rebuild(cmd, cfg, project)
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
	a.definePlace(cmd)
	return cmd
}

// rebuild works on the engines of the home folder, or through the service at an address.
func (a *asking) rebuild(cmd *cobra.Command, cfg config.Config, project string) (app.Rebuilt, error) {
	if !a.elsewhere(cfg) {
		return app.Rebuild(cmd.Context(), cfg, project, a.logger(cfg), a.progress("deriving"))
	}
	service, err := a.connect(cfg)
	if err != nil {
		return app.Rebuilt{}, err
	}
	defer a.patience("deriving at " + service.url)()
	return service.patient().rebuild(cmd.Context(), project)
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
