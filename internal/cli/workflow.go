package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func newWorkflow(c *command) *cobra.Command {
	a := &asking{command: c}
	cmd := &cobra.Command{
		Use:   "workflow",
		Short: "Make an episode of a workflow whose events were captured",
		Long: "workflow works on the runs that reported execution events. `causeway events --workflow` lists what one\n" +
			"reported, complete makes an episode of it.",
		Example: "  causeway workflow complete wf-42 --task \"Deploy payments 2.4\" --outcome success --project shop",
		Args:    subcommands,
		RunE: func(*cobra.Command, []string) error {
			return usageError{errors.New("say what to do with it: `causeway workflow complete WORKFLOW --task TEXT`")}
		},
	}
	a.define(cmd)
	cmd.AddCommand(newWorkflowComplete(a))
	return cmd
}

func newWorkflowComplete(a *asking) *cobra.Command {
	var task, session string
	var lessons, tags, links []string
	outcome := words{known: []string{"SUCCESS", "PARTIAL", "FAILURE", "UNKNOWN"}}
	decisions := decisionTypes()
	decisions.many = false
	cmd := &cobra.Command{
		Use:   "complete WORKFLOW",
		Short: "Record what a workflow reported as an episode",
		Long: "complete waits until everything that was captured of the workflow is in the graph, and records an episode:\n" +
			"decisions of the agent and of people become its decisions, completed tasks its tool calls or errors. --link says\n" +
			"which task or event led to which; otherwise only the order in time is kept. Completing again changes nothing, and\n" +
			"events that come later make a revision.",
		Example: "  causeway workflow complete wf-42 --task \"Deploy payments 2.4\" --outcome success --project shop\n" +
			"  causeway workflow complete wf-43 --task \"Deploy payments 2.5\" --link migrate=roll-out --lesson \"Migrate before the roll-out\" --project shop",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if task == "" {
				return usageError{errors.New("say in words what was to be done, with --task")}
			}
			input := map[string]any{}
			changed(cmd, input, map[string]any{"task": task, "session": session, "lesson": lessons, "tag": tags}, nil)
			outcome.one(input, "outcome")
			decisions.one(input, "decisionType")
			for _, link := range links {
				source, target, whole := strings.Cut(link, "=")
				if !whole {
					return usageError{fmt.Errorf("--link is %q; SOURCE=TARGET is wanted, two ids of tasks or events", link)}
				}
				list, _ := input["links"].([]map[string]any)
				input["links"] = append(list, map[string]any{"source": source, "target": target})
			}
			return a.ask(cmd, completeWorkflowQuery, map[string]any{"workflow": args[0], "input": input})
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&task, "task", "", "what was to be done, in words (required)")
	flags.StringVar(&session, "session", "", "session of the episode")
	flags.StringArrayVar(&lessons, "lesson", nil, "what was learned; it may be repeated")
	flags.StringSliceVar(&tags, "tag", nil, "words to find the episode by")
	flags.StringArrayVar(&links, "link", nil, "that one task or event led to another, as SOURCE=TARGET; it may be repeated")
	outcome.define(cmd, "outcome", "how it ended (default: that of the last workflow-complete event)")
	decisions.define(cmd, "decision-type", "type of all its decisions (default: routing)")
	return cmd
}
