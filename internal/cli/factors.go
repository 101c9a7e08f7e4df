package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/explain"
)

func newFactors(c *command) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "factors",
		Short: "Merge factors by rule, or declare what it means that an episode does not tell an event",
		Long: "factors changes what is known of the factors of a project. Labels and decisions that say the same are one factor\n" +
			"once they are merged. An event that is told only when it occurs says nothing about the other episodes until it is\n" +
			"declared closed; quality and import propose which ones.",
		Example: "  causeway factors suggest --project demo-team\n  causeway factors close --project demo-team 'error: ERROR: deadlock detected'",
		Args:    arguments(cobra.NoArgs),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newFactorsSuggest(c), newFactorsClose(c))
	return cmd
}

func newFactorsClose(c *command) *cobra.Command {
	var project, absent string
	var open bool
	cmd := &cobra.Command{
		Use:   "close VARIABLE...",
		Short: "Declare that events which an episode does not tell did not happen in it",
		Long: "close declares variables closed: in an episode that tells no state of them, they did not happen. Declare it where\n" +
			"something reports the event whenever it occurs. Decisions cannot be closed: what was not decided is unknown.",
		Example: "  causeway factors close --project demo-team 'error: ERROR: deadlock detected' 'error: container killed: out of memory'\n  causeway factors close --project demo-team --open 'error: ERROR: deadlock detected'",
		Args:    arguments(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, variables []string) error {
			cfg, err := c.load(cmd)
			if err = errors.Join(err, needProject(project)); err != nil {
				return err
			}
			if err := app.CloseVariables(cmd.Context(), cfg, project, variables, absent, open, c.logger(cfg)); err != nil {
				return err
			}
			if open {
				fmt.Fprintf(c.out, "Open again: %s. Where an episode does not tell them, they are unknown.\n", explain.NamesWords(variables))
				return nil
			}
			fmt.Fprintf(c.out, "Closed: %s. Where an episode does not tell them, they did not happen.\n", explain.NamesWords(variables))
			return nil
		},
	}
	cmd.Flags().StringVar(&project, "project", "", "project of the variables (required)")
	cmd.Flags().StringVar(&absent, "absent", "", "name of the state of episodes that do not tell them, such as no")
	cmd.Flags().BoolVar(&open, "open", false, "take the declaration back")
	return cmd
}
