package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

func newAskTimeline(a *asking) *cobra.Command {
	var f filtering
	var z zoned
	var first, offset int
	cmd := &cobra.Command{
		Use:   "timeline SUBJECT...",
		Short: "All about a subject in order of time, with its turning points",
		Long: "timeline prints the episodes that have all words of a subject, earliest first, each with the part that has them.\n" +
			"Turning points are the first failure, an outcome that is another than the one before, and a decision that\n" +
			"chooses another option than the last one on the same matter. If no episode has all words, it prints the nearest.",
		Example: "  causeway ask timeline gateway certificate --project demo\n" +
			"  causeway ask timeline index --since 2026-03-01 --until 2026-05-01 --limit 3 --project demo",
		Args: arguments(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			variables := map[string]any{"text": strings.Join(args, " "), "ranking": "TIME", "first": first}
			if err := z.variable(a, variables); err != nil {
				return err
			}
			f.filter(cmd, variables)
			changed(cmd, variables, map[string]any{"offset": offset}, nil)
			return a.ask(cmd, recallQuery, variables)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&first, "limit", 20, "how many, from 1 to 100")
	flags.IntVar(&offset, "offset", 0, "how many of the earliest to skip")
	f.define(cmd)
	z.define(cmd)
	return cmd
}
