package cli

import (
	"errors"

	"github.com/spf13/cobra"
)

// naming are the flags that name what something rests on.
type naming struct {
	episode, link, source, statement string
	limit                            int
}

func (n *naming) define(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&n.episode, "episode", "", "an episode")
	flags.StringVar(&n.link, "link", "", "a link between two occurrences, named by its ends: \"e1/d001 CAUSES e1/e002\"")
	flags.StringVar(&n.source, "source", "", "a session of episodes, or an origin of statements")
	flags.StringVar(&n.statement, "statement", "", "a statement of a link between factors, by its key")
	flags.IntVar(&n.limit, "limit", 50, "how many are shown, from 1 to 1000")
}

// variables names the one that is given.
func (n *naming) variables(cmd *cobra.Command) (map[string]any, error) {
	of := map[string]any{}
	changed(cmd, of, map[string]any{"episode": n.episode, "link": n.link, "source": n.source, "statement": n.statement}, map[string]string{"link": "link"})
	if len(of) != 1 {
		return nil, usageError{errors.New("say of what, by one of --episode, --link, --source and --statement")}
	}
	return map[string]any{"of": of, "first": n.limit}, nil
}

func newAskDependents(a *asking) *cobra.Command {
	var n naming
	cmd := &cobra.Command{
		Use:   "dependents",
		Short: "What rests on an episode, a link, a source or a statement",
		Long: "dependents lists what would be gone or counted otherwise without an episode, a link, a source or a statement:\n" +
			"factors, links between factors and patterns, each with its counts before and after, the statements that name it,\n" +
			"the later decisions that follow from it, and where patterns that rest on it were applied. It changes nothing;\n" +
			"`causeway retract` takes it out.",
		Example: "  causeway ask dependents --episode episode-2026-03-02-1 --project demo\n" +
			"  causeway ask dependents --link \"episode-2026-04-02-1/e002 CAUSES episode-2026-04-02-1/outcome\" --json --project demo",
		Args: arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			variables, err := n.variables(cmd)
			if err != nil {
				return err
			}
			return a.ask(cmd, dependentsQuery, variables)
		},
	}
	n.define(cmd)
	return cmd
}
