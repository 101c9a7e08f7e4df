package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
)

func newRetract(c *command) *cobra.Command {
	a := &asking{command: c}
	var n naming
	var reason string
	var undo bool
	cmd := &cobra.Command{
		Use:   "retract",
		Short: "Take out what turned out to be wrong, with all that rests on it",
		Long: "retract takes an episode, a link, a source or a statement out, for a reason, and prints what changed: every factor,\n" +
			"link and pattern that is gone or counted otherwise. Patterns that rest on it are under review until they are\n" +
			"validated anew. The audit log keeps who retracted what, and why; --undo brings it back.",
		Example: "  causeway retract --episode cart-1 --reason \"wrong repository\" --project shop\n" +
			"  causeway retract --episode cart-1 --reason \"it was the right one\" --undo --project shop",
		Args: arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			variables, err := n.variables(cmd)
			if err != nil {
				return err
			}
			if strings.TrimSpace(reason) == "" {
				return usageError{errors.New("say why, with --reason")}
			}
			variables["reason"], variables["undo"] = reason, undo
			return a.ask(cmd, retractQuery, variables)
		},
	}
	n.define(cmd)
	flags := cmd.Flags()
	flags.StringVar(&reason, "reason", "", "why, in words")
	flags.BoolVar(&undo, "undo", false, "bring it back")
	a.define(cmd)
	return cmd
}
