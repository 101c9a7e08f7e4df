package cli

import (
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/spf13/cobra"
)

// suggestShown is the maximum number of groups that are printed.
const suggestShown = 50

func newFactorsSuggest(c *command) *cobra.Command {
	var project string
	var apply, undo bool
	cmd := &cobra.Command{
		Use:   "suggest",
		Short: "Show which factors rules take for one, merge them, or take that back",
		Long: "suggest lists factors that are one by a rule, with what they have in common: labels of the same or nearly the\n" +
			"same words, and decisions with the same options about the same thing. Nothing is changed unless --apply is\n" +
			"given; --undo takes back all that rules merged, and nothing that people merged.",
		Example: "  causeway factors suggest --project demo-team\n  causeway factors suggest --apply --project demo-team\n  causeway factors suggest --undo --project demo-team",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if apply && undo {
				err = errors.Join(err, usageError{errors.New("give --apply or --undo, not both")})
			}
			if err = errors.Join(err, needProject(project)); err != nil {
				return err
			}
			if undo {
				found, err := app.UngroupFactors(cmd.Context(), cfg, project, c.logger(cfg))
				if err != nil {
					return err
				}
				fmt.Fprintf(c.out, "%d merges taken back.\n%s", found.Merged, recurrence(found))
				return nil
			}
			found, err := app.GroupFactors(cmd.Context(), cfg, project, apply, c.logger(cfg))
			if err != nil {
				return err
			}
			printGroups(&page{w: c.out, notes: c.err}, found, apply)
			return nil
		},
	}
	cmd.Flags().StringVar(&project, "project", "", "project of the factors (required)")
	cmd.Flags().BoolVar(&apply, "apply", false, "merge the factors of each group")
	cmd.Flags().BoolVar(&undo, "undo", false, "take back every merge that a rule made")
	return cmd
}

func printGroups(p *page, found app.Grouped, apply bool) {
	factors := 0
	for _, g := range found.Groups {
		factors += len(g.From)
	}
	if apply {
		p.printf("%d factors merged into others, in %d groups.\n%s", found.Merged, len(found.Groups), recurrence(found))
	} else {
		p.printf("%d factors can be merged into others, in %d groups; --apply does it.\n", factors, len(found.Groups))
	}
	for _, g := range found.Groups[:min(suggestShown, len(found.Groups))] {
		p.printf("\n%s: %s\n  %s\n", g.Rule, g.Reason, short(g.Into.Label()))
		for _, f := range g.From {
			p.printf("  < %s\n", short(f.Label()))
		}
	}
	if more := len(found.Groups) - suggestShown; more > 0 {
		p.printf("\n%d more groups\n", more)
	}
}

// recurrence compares how many factors recur before and after a change.
func recurrence(g app.Grouped) string {
	of := func(q curate.Quality) string {
		share := 0.0
		if q.Factors > 0 {
			share = 100 * float64(q.Recurring) / float64(q.Factors)
		}
		return fmt.Sprintf("%d of %d (%.2f %%)", q.Recurring, q.Factors, share)
	}
	return fmt.Sprintf("Factors in five episodes or more: %s before, %s after.\n", of(g.Before), of(g.After))
}
