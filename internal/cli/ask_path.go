package cli

import (
	"errors"

	"github.com/spf13/cobra"
)

// following holds the flags that select which links a path may use.
type following struct {
	relations, bases words
}

func (f *following) define(cmd *cobra.Command) {
	f.relations = words{known: []string{"CAUSES", "ENABLES", "PREVENTS", "CORRELATES"}, many: true}
	f.bases = words{known: []string{"STATED", "EXTRACTED", "TEMPORAL", "MEASURED"}, many: true}
	f.relations.define(cmd, "relation", "relations to follow (default: all but correlates)")
	f.bases.define(cmd, "basis", "bases to follow (default: all)")
}

func newAskPath(a *asking) *cobra.Command {
	var from, to string
	var depth, first int
	var follow following
	mode := words{known: []string{"SHORTEST", "ALL_SHORTEST", "ALL_SIMPLE"}}
	cmd := &cobra.Command{
		Use:   "path [FROM TO]",
		Short: "How one decision or event led to another, with the evidence",
		Long: "path prints the causal paths from one occurrence to another, each link with its relation, its basis and\n" +
			"the episode that states it. An end is the key of an occurrence (episode/d001) or part of its label; when\n" +
			"a name matches several, they are shown.",
		Example: "  causeway ask path \"skip the idempotency key\" episode-2026-04-02-1/outcome --project demo\n" +
			"  causeway ask path --from episode-2026-03-02-1/d002 --to episode-2026-04-02-1/outcome --mode all-simple --depth 8 --project demo",
		Args: arguments(cobra.MaximumNArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			ends, err := pathEnds(args, from, to)
			if err != nil {
				return err
			}
			variables := map[string]any{"from": ends[0], "to": ends[1]}
			mode.one(variables, "mode")
			follow.relations.all(variables, "relations")
			follow.bases.all(variables, "bases")
			changed(cmd, variables, map[string]any{"depth": depth, "limit": first}, nil)
			return a.ask(cmd, pathQuery, variables)
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "where paths begin: a key, or part of a label")
	cmd.Flags().StringVar(&to, "to", "", "where paths end: a key, or part of a label")
	mode.define(cmd, "mode", "which paths (default: shortest)")
	follow.define(cmd)
	cmd.Flags().IntVar(&depth, "depth", 100, "maximum number of links in a path, up to 100; for all-simple up to 10, by default 5")
	cmd.Flags().IntVar(&first, "limit", 20, "maximum number of paths, up to 1000")
	return cmd
}

// pathEnds returns the two ends, given either as arguments or as flags.
func pathEnds(args []string, from, to string) ([2]string, error) {
	flags := from != "" || to != ""
	switch {
	case len(args) == 2 && !flags:
		return [2]string{args[0], args[1]}, nil
	case len(args) == 0 && from != "" && to != "":
		return [2]string{from, to}, nil
	default:
		return [2]string{}, usageError{errors.New("give both ends: `causeway ask path FROM TO`, or --from and --to")}
	}
}

// changed adds the flags that were set to the variables, under the name in names or else that of
// [argumentOf]. Flags that were not set are left to the service's defaults.
func changed(cmd *cobra.Command, variables, flags map[string]any, names map[string]string) {
	for flag, value := range flags {
		if !cmd.Flags().Changed(flag) {
			continue
		}
		name, renamed := names[flag]
		if !renamed {
			name = argumentOf(flag)
		}
		variables[name] = value
	}
}
