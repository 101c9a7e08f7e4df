package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
)

func newAskContext(a *asking) *cobra.Command {
	var budget int
	var f filtering
	cmd := &cobra.Command{
		Use:   "context TASK...",
		Short: "What to read before a task, within a budget of tokens",
		Long: "context prints a text for a prompt: the validated patterns that apply to the task, similar episodes with their\n" +
			"decisions, errors and lessons, and what failed in the last 7 days. Standard output holds only the text; the\n" +
			"number of tokens and what was left out go to standard error.",
		Example: "  causeway ask context \"add an index to the orders table\" --budget 800 --project demo\n" +
			"  causeway ask context \"take a payment twice\" --project demo > context.txt",
		Args: arguments(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			task := strings.Join(args, " ")
			if strings.TrimSpace(task) == "" {
				return usageError{errors.New("describe the task")}
			}
			variables := map[string]any{"task": task}
			f.filter(cmd, variables)
			changed(cmd, variables, map[string]any{"budget": budget}, nil)
			return a.ask(cmd, contextQuery, variables)
		},
	}
	cmd.Flags().IntVar(&budget, "budget", 2000, "maximum number of tokens, from 200 to 32000")
	f.define(cmd)
	return cmd
}
