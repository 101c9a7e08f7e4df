package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
)

func newAskFailures(a *asking) *cobra.Command {
	var f filtering
	var decisions []string
	var first int
	cmd := &cobra.Command{
		Use:   "failures [ERROR...]",
		Short: "Which similar failures happened before",
		Long: "failures prints the episodes with failures that are most like a failure: by the words of its error, by the\n" +
			"decisions before it (--decision, as often as needed), or by both with equal weight.",
		Example: "  causeway ask failures \"every write to orders waits for a lock\" --project demo\n" +
			"  causeway ask failures \"charged twice\" --decision \"retry the charge\" --limit 3 --project demo",
		Args: arguments(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			variables := map[string]any{}
			if text := strings.Join(args, " "); text != "" {
				variables["error"] = text
			}
			changed(cmd, variables, map[string]any{"decision": decisions, "limit": first}, nil)
			if variables["error"] == nil && variables["decisions"] == nil {
				return usageError{errors.New("say what went wrong, or what was chosen before with --decision")}
			}
			f.filter(cmd, variables)
			return a.ask(cmd, failuresQuery, variables)
		},
	}
	cmd.Flags().StringArrayVar(&decisions, "decision", nil, "what was chosen before it went wrong, in any words")
	cmd.Flags().IntVar(&first, "limit", 10, "how many, from 1 to 100")
	f.define(cmd)
	return cmd
}

func newAskDecisions(a *asking) *cobra.Command {
	var f filtering
	var first, offset, related int
	var alpha float64
	cmd := &cobra.Command{
		Use:   "decisions SITUATION...",
		Short: "What was chosen in a similar situation, and how it ended",
		Long: "decisions prints the decisions that were made in a situation like the one described, each once, with what was\n" +
			"considered, what was chosen and why, and how it ended.",
		Example: "  causeway ask decisions \"a schema change on a large table\" --project demo\n" +
			"  causeway ask decisions \"the acquirer times out\" --decision-type recovery --limit 3 --related 3 --project demo",
		Args: arguments(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			variables := map[string]any{"context": strings.Join(args, " ")}
			f.filter(cmd, variables)
			changed(cmd, variables, map[string]any{"limit": first, "offset": offset, "related": related, "alpha": alpha}, nil)
			return a.ask(cmd, decisionsQuery, variables)
		},
	}
	cmd.Flags().IntVar(&first, "limit", 10, "how many, from 1 to 100")
	cmd.Flags().IntVar(&offset, "offset", 0, "how many of the best to skip")
	cmd.Flags().IntVar(&related, "related", 0, "how many related episodes to add")
	cmd.Flags().Float64Var(&alpha, "alpha", 0, "weight of meaning against words, from 0 to 1 (default: the best measured)")
	f.define(cmd)
	return cmd
}
