package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// patternWords holds the enum flags of questions about patterns.
type patternWords struct {
	statuses, categories words
}

func (f *patternWords) define(cmd *cobra.Command) {
	f.statuses = words{known: []string{"CANDIDATE", "VALIDATED", "UNDER_REVIEW", "DEPRECATED"}, many: true}
	f.categories = words{known: []string{
		"STRATEGY", "DECOMPOSITION", "SEQUENCE", "TOOL_SELECTION", "FAILURE", "RECOVERY", "OPTIMIZATION", "DOMAIN",
	}, many: true}
	f.statuses.define(cmd, "status", "statuses, separated by commas")
	f.categories.define(cmd, "category", "categories, separated by commas")
}

func newAskPatterns(a *asking) *cobra.Command {
	var f patternWords
	var rate float64
	var trials, first int
	var failing bool
	order := words{known: []string{"KEY", "RATE", "RATE_ASCENDING", "WILSON", "UPDATED"}}
	cmd := &cobra.Command{
		Use:   "patterns [TEXT]",
		Short: "Which patterns work, which do not, and on how many episodes that rests",
		Long: "patterns lists patterns by the lower bound of the interval of their rate, so those that are well known to work\n" +
			"come first. TEXT is part of the name, the trigger or the action. With --failing it lists those of which at most\n" +
			"three in ten episodes succeeded, the worst first. Deprecated ones are left out unless --status names them.",
		Example: "  causeway ask patterns --project demo-team\n" +
			"  causeway ask patterns --failing --min-trials 5 --json --project demo-team",
		Args: arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			filter, variables := map[string]any{}, map[string]any{}
			f.statuses.all(filter, "statuses")
			f.categories.all(filter, "categories")
			if len(args) == 1 {
				filter["text"] = args[0]
			}
			variables["filter"] = filter
			names := map[string]string{"min-trials": "minTrials", "rate": "minRate"}
			changed(cmd, variables, map[string]any{"limit": first, "min-trials": trials}, names)
			if failing {
				filter["maxRate"] = failingRate
				changed(cmd, filter, map[string]any{"rate": rate}, map[string]string{"rate": "maxRate"})
				return a.ask(cmd, antiPatternsQuery, variables)
			}
			changed(cmd, variables, map[string]any{"rate": rate}, names)
			order.one(variables, "order")
			return a.ask(cmd, patternsQuery, variables)
		},
	}
	f.define(cmd)
	order.define(cmd, "order", "the order")
	cmd.Flags().BoolVar(&failing, "failing", false, "list patterns that mostly failed")
	cmd.Flags().Float64Var(&rate, "rate", 0, "minimum success rate, from 0 to 1; with --failing the maximum")
	cmd.Flags().IntVar(&trials, "min-trials", 0, "minimum number of episodes with a known outcome")
	cmd.Flags().IntVar(&first, "limit", 20, "how many, from 1 to 100")
	return cmd
}

// failingRate is the greatest rate of what does not work, unless another is asked for.
const failingRate = 0.3

func newAskPattern(a *asking) *cobra.Command {
	var first int
	cmd := &cobra.Command{
		Use:   "pattern PATTERN",
		Short: "One pattern with its episodes, its tests and its history",
		Long: "pattern prints what is known about a pattern, given by its key or name: what it says, how far it is trusted and\n" +
			"why, its rate over time, the episodes that are its trials, and its history.",
		Example: "  causeway ask pattern \"Take a change back when its check fails\" --project demo-team",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			variables := map[string]any{"pattern": args[0]}
			changed(cmd, variables, map[string]any{"limit": first}, nil)
			return a.ask(cmd, patternQuery, variables)
		},
	}
	cmd.Flags().IntVar(&first, "limit", 20, "maximum number of episodes, and of changes, from 1 to 100")
	return cmd
}

func newAskApplicable(a *asking) *cobra.Command {
	var f patternWords
	var typ string
	var domain, capabilities, context []string
	var first int
	cmd := &cobra.Command{
		Use:   "applicable TASK",
		Short: "Which patterns apply to a task, and why",
		Long: "applicable prints the patterns that apply to a task, best first, with every term of the score and the conditions\n" +
			"that the task meets. Only validated patterns are considered unless --status names others. The words of the task\n" +
			"stand in for flags that are left out.",
		Example: "  causeway ask applicable \"add an index for the invoices\" --type rollout --domain freight-desk --project demo-team",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			task := map[string]any{"text": args[0]}
			changed(cmd, task, map[string]any{"type": typ, "domain": domain, "capability": capabilities}, nil)
			settings, err := settingsOf(context)
			if err != nil {
				return usageError{err}
			}
			variables := map[string]any{"task": task, "context": settings}
			f.statuses.all(variables, "statuses")
			changed(cmd, variables, map[string]any{"limit": first}, nil)
			return a.ask(cmd, applicableQuery, variables)
		},
	}
	f.statuses = words{known: []string{"CANDIDATE", "VALIDATED", "UNDER_REVIEW", "DEPRECATED"}, many: true}
	f.statuses.define(cmd, "status", "statuses of the patterns, separated by commas")
	cmd.Flags().StringVar(&typ, "type", "", "type of the problem")
	cmd.Flags().StringSliceVar(&domain, "domain", nil, "fields of work, separated by commas")
	cmd.Flags().StringSliceVar(&capabilities, "capability", nil, "available capabilities, separated by commas")
	cmd.Flags().StringArrayVar(&context, "context", nil, "field=value known about the context; may be repeated")
	cmd.Flags().IntVar(&first, "limit", 5, "how many, from 1 to 50")
	return cmd
}

// settingsOf parses field=value pairs.
func settingsOf(texts []string) ([]map[string]any, error) {
	out := []map[string]any{}
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("--context %q is not field=value", text)
		}
		out = append(out, map[string]any{"name": name, "value": value})
	}
	return out, nil
}
