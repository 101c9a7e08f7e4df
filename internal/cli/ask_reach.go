package cli

import "github.com/spf13/cobra"

func newAskCauses(a *asking) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "causes OCCURRENCE",
		Short: "Everything that led to a decision, an event or an outcome",
		Long: "causes prints what leads to an occurrence, directly or not, nearest first. Root causes, which no followed link\n" +
			"leads to, are marked.",
		Example: "  causeway ask causes episode-2026-04-02-1/outcome --project demo\n" +
			"  causeway ask causes episode-2026-04-02-1/outcome --depth 2 --basis stated --project demo",
	}
	reach(a, cmd, causesQuery)
	return cmd
}

func newAskEffects(a *asking) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "effects OCCURRENCE",
		Short: "Everything that a decision or an event led to",
		Long: "effects prints what an occurrence leads to, directly or not, nearest first. Final effects, from which no\n" +
			"followed link leads on, are marked.",
		Example: "  causeway ask effects episode-2026-03-02-1/d002 --project demo\n" +
			"  causeway ask effects episode-2026-03-02-1/d002 --limit 100 --json --project demo",
	}
	reach(a, cmd, effectsQuery)
	return cmd
}

// reach makes cmd ask for everything reached from one occurrence.
func reach(a *asking, cmd *cobra.Command, query string) {
	var depth, first int
	var follow following
	cmd.Args = arguments(cobra.ExactArgs(1))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		variables := map[string]any{"of": args[0]}
		follow.relations.all(variables, "relations")
		follow.bases.all(variables, "bases")
		changed(cmd, variables, map[string]any{"depth": depth, "limit": first}, nil)
		return a.ask(cmd, query, variables)
	}
	follow.define(cmd)
	cmd.Flags().IntVar(&depth, "depth", 100, "maximum distance in links")
	cmd.Flags().IntVar(&first, "limit", 20, "how many, from 1 to 100")
}
