package cli

import (
	"errors"

	"github.com/spf13/cobra"
)

func newAskWhyChanged(a *asking) *cobra.Command {
	var since, at, until string
	cmd := &cobra.Command{
		Use:   "why-changed [STATE]",
		Short: "Which mechanisms and inputs carry the change of a rate",
		Long: "why-changed compares the share of a state (outcome=failure by default) among the episodes before --at with that from then\n" +
			"on, and says how much of the change each mechanism of the causal graph carries, and each input that depends on\n" +
			"nothing. The parts add up to the change; each has an interval from the counts.",
		Example: "  causeway ask why-changed --at 2026-03-20 --project demo\n" +
			"  causeway ask why-changed outcome=success --since 2026-03-01 --at 2026-03-20 --until 2026-05-01 --json --project demo",
		Args: arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if at == "" {
				return usageError{errors.New("say where the second period begins, with --at")}
			}
			variables := map[string]any{}
			changed(cmd, variables, map[string]any{"since": since, "at": at, "until": until}, nil)
			if len(args) == 1 {
				variables["target"] = args[0]
			}
			return a.ask(cmd, whyChangedQuery, variables)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&at, "at", "", "where the second period begins: 2026-05-03 or 2026-05-03T14:00:00Z")
	flags.StringVar(&since, "since", "", "where the first period begins")
	flags.StringVar(&until, "until", "", "where the second period ends")
	return cmd
}
