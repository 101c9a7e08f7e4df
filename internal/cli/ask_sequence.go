package cli

import "github.com/spf13/cobra"

func newAskSequence(a *asking) *cobra.Command {
	return &cobra.Command{
		Use:   "sequence EPISODE",
		Short: "What was decided in an episode, in which order, and why",
		Long: "sequence prints the decisions of an episode by time, each with what it was about, what was considered,\n" +
			"what was chosen and why, and how it ended. Decisions of unknown time come last.",
		Example: "  causeway ask sequence episode-2026-04-02-1 --project demo\n  causeway ask sequence episode-2026-04-02-1 --project demo --json",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.ask(cmd, sequenceQuery, map[string]any{"episode": args[0]})
		},
	}
}
