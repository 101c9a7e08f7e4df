package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
)

func newAskContext(a *asking) *cobra.Command {
	var budget int
	var failure string
	var f filtering
	var z zoned
	cmd := &cobra.Command{
		Use:   "context [TASK...]",
		Short: "What to read before a task or after an error, within a budget of tokens",
		Long: "context prints a text for a prompt: the patterns that apply to the task, validated ones before unproven ones;\n" +
			"how the options of its decision ended so far; similar episodes with their decisions, errors and lessons; and\n" +
			"what failed in the last 7 days. With --error, patterns of recovery and similar failures come first; then the\n" +
			"task may be left out. Episodes of a time in its words, such as yesterday, come first. Standard output holds only\n" +
			"the text; the number of tokens, the time and what was left out go to standard error.",
		Example: "  causeway ask context \"add an index to the orders table\" --budget 800 --project demo\n" +
			"  causeway ask context \"take a payment twice\" --project demo > context.txt\n" +
			"  causeway ask context --error \"the gateway refuses the certificate\" --project demo",
		RunE: func(cmd *cobra.Command, args []string) error {
			task := strings.Join(args, " ")
			if strings.TrimSpace(task+failure) == "" {
				return usageError{errors.New("describe the task, or quote an error with --error")}
			}
			variables := map[string]any{"task": task}
			f.filter(cmd, variables)
			changed(cmd, variables, map[string]any{"budget": budget, "error": failure}, nil)
			if err := z.variable(a, variables); err != nil {
				return err
			}
			return a.ask(cmd, contextQuery, variables)
		},
	}
	cmd.Flags().IntVar(&budget, "budget", 2000, "maximum number of tokens, from 200 to 32000")
	cmd.Flags().StringVar(&failure, "error", "", "error that was met: similar failures and patterns of recovery come first")
	f.define(cmd)
	z.define(cmd)
	return cmd
}
