package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/explain"
)

func newFactors(c *command) *cobra.Command {
	a := &asking{command: c}
	var f factorFlags
	cmd := &cobra.Command{
		Use:   "factors",
		Short: "List factors, merge those that say the same, or declare what it means that an event is not told",
		Long: "factors lists the factors of a project, in the order of their keys, with how often they were seen and how those\n" +
			"episodes ended. `causeway show` prints one, `causeway ask causes-of` what leads to it.\n\n" +
			"Labels and decisions that say the same are one factor once they are merged (suggest). An event that is told only\n" +
			"when it occurs says nothing about the other episodes until it is declared closed (close); quality and import\n" +
			"propose which ones.",
		Example: "  causeway factors --min-frequency 5 --kind decision --project demo-team\n  causeway factors --label deadlock --json --project demo-team\n  causeway factors suggest --project demo-team\n  causeway factors close --project demo-team 'error: ERROR: deadlock detected'",
		Args:    subcommands,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.list(cmd, factorListQuery, f.variables(cmd), f.pages)
		},
	}
	f.define(cmd)
	a.define(cmd)
	cmd.AddCommand(newFactorsSuggest(a), newFactorsClose(a))
	return cmd
}

func newFactorsClose(a *asking) *cobra.Command {
	var absent string
	var open bool
	cmd := &cobra.Command{
		Use:   "close VARIABLE...",
		Short: "Declare that events which an episode does not tell did not happen in it",
		Long: "close declares variables closed: in an episode that tells no state of them, they did not happen. Declare it where\n" +
			"something reports the event whenever it occurs. Decisions cannot be closed: what was not decided is unknown.",
		Example: "  causeway factors close --project demo-team 'error: ERROR: deadlock detected' 'error: container killed: out of memory'\n  causeway factors close --project demo-team --open 'error: ERROR: deadlock detected'",
		Args:    arguments(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, named []string) error {
			variables := map[string]any{"variables": named, "closed": !open}
			changed(cmd, variables, map[string]any{"absent": absent}, map[string]string{"absent": "absentState"})
			service, err := a.toAsk(cmd, variables)
			if err != nil {
				return err
			}
			data, err := a.data(cmd.Context(), service, closeQuery, variables)
			switch {
			case err != nil:
				return err
			case a.json:
				fmt.Fprintf(a.out, "%s\n", data)
			case open:
				fmt.Fprintf(a.out, "Open again: %s. Where an episode does not tell them, they are unknown.\n", explain.NamesWords(named))
			default:
				fmt.Fprintf(a.out, "Closed: %s. Where an episode does not tell them, they did not happen.\n", explain.NamesWords(named))
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&absent, "absent", "", "name of the state of episodes that do not tell them, such as no")
	cmd.Flags().BoolVar(&open, "open", false, "take the declaration back")
	return cmd
}
