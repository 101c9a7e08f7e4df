package cli

import "github.com/spf13/cobra"

func newAskDecisive(a *asking) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "decisive EPISODE",
		Short: "Which steps of a failed run decided that it failed",
		Long: "decisive ranks the steps of a run by how much they decided that it failed, each with a probability, what points to\n" +
			"it, and the runs that this rests on. It compares the run with those of the same task, and says so when nothing\n" +
			"points to any step.",
		Example: "  causeway ask decisive episode-2026-03-02-1 --project demo\n" +
			"  causeway ask decisive episode-2026-03-02-1 --limit 3 --json --project demo",
	}
	return a.ofRun(cmd, decisiveQuery, 5, "how many steps, from 1 to 100", "episode")
}

func newAskSimilarRuns(a *asking) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "similar-runs EPISODE",
		Short: "Which runs tried the same task, and which are most like it",
		Long: "similar-runs lists the runs of the same task, the latest first, and then those whose words are most like the\n" +
			"episode's. Two runs tried the same task when the variable \"task\" of their contexts says so, or, without it, when\n" +
			"the texts of their tasks are the same. Runs that have hardly a word in common are left out.",
		Example: "  causeway ask similar-runs episode-2026-03-02-1 --project demo",
	}
	return a.ofRun(cmd, similarRunsQuery, 10, "how many, from 1 to 100", "episode")
}

func newAskCompare(a *asking) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "compare EPISODE OTHER",
		Short: "How a run differs from another, step by step",
		Long: "compare puts the steps of two runs beside each other by what they did, not by where they stand, and says which\n" +
			"difference is the first that matters: a change that one run alone made, or a call that failed in one alone. It counts how\n" +
			"many good runs of the task have that step too.",
		Example: "  causeway ask compare episode-2026-03-02-1 episode-2026-04-02-1 --project demo",
	}
	return a.ofRun(cmd, compareQuery, 30, "how many pairs of steps, from 1 to 100", "episode", "other")
}

// ofRun completes a command that asks about runs: its arguments are the variables of those names, and --limit is how much it shows.
func (a *asking) ofRun(cmd *cobra.Command, query string, limit int, help string, names ...string) *cobra.Command {
	cmd.Flags().IntVar(&limit, "limit", limit, help)
	cmd.Args = arguments(cobra.ExactArgs(len(names)))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		variables := map[string]any{}
		for i, name := range names {
			variables[name] = args[i]
		}
		changed(cmd, variables, map[string]any{"limit": limit}, nil)
		return a.ask(cmd, query, variables)
	}
	return cmd
}
