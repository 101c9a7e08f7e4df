package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func newAskAction(a *asking) *cobra.Command {
	var given, task string
	var context []string
	cmd := &cobra.Command{
		Use:   "action ACTION",
		Short: "Before an action: whether runs that did the same failed more often",
		Long: "action compares the runs that took an action with those that did not, and warns when the evidence is strong enough\n" +
			"for somebody who asks before every step. It also warns of a change that no good run of the same task made, where\n" +
			"such changes have gone with failure. An action is a tool with its arguments as JSON, or an option as variable=state.\n" +
			"Otherwise it is silent, and says what was counted.",
		Example: "  causeway ask action cancel_booking --arguments '{\"id\": \"B17\"}' --task \"Move the booking\" --project demo\n" +
			"  causeway ask action \"rollout=all at once\" --context region=north --json --project demo",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			variables := map[string]any{"action": args[0]}
			changed(cmd, variables, map[string]any{"task": task}, nil)
			if given != "" {
				if !json.Valid([]byte(given)) {
					return usageError{fmt.Errorf("--arguments %q is no JSON", given)}
				}
				variables["arguments"] = json.RawMessage(given)
			}
			var known []map[string]string
			for _, c := range context {
				variable, state, both := strings.Cut(c, "=")
				if !both {
					return usageError{fmt.Errorf("--context %q is not of the form variable=state", c)}
				}
				known = append(known, map[string]string{"variable": variable, "state": state})
			}
			if known != nil {
				variables["context"] = known
			}
			return a.ask(cmd, checkActionQuery, variables)
		},
	}
	cmd.Flags().StringVar(&given, "arguments", "", "arguments of the tool, as a JSON object")
	cmd.Flags().StringVar(&task, "task", "", "text of the task, as its runs have it")
	cmd.Flags().StringArrayVar(&context, "context", nil, "what is known, as variable=state; task=NAME names the task; repeatable")
	return cmd
}
