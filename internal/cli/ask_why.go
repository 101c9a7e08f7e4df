package cli

import (
	"strings"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/spf13/cobra"
)

// followingFactors holds the flags that select which links between factors are followed.
type followingFactors struct {
	following
	rule        words
	asOf        string
	inTime      bool
	composed    bool
	minStrength float64
	budget      int
	depth       int
	first       int
}

func (f *followingFactors) define(cmd *cobra.Command, depth int, most string) {
	f.following.define(cmd)
	f.rule = showRules()
	f.rule.define(cmd, "rule", "the rule that hides weak links (default: the rule of the project)")
	flags := cmd.Flags()
	flags.StringVar(&f.asOf, "as-of", "", "only episodes that began by that time or day; everything is counted again")
	flags.BoolVar(&f.inTime, "in-time", false, "only links whose source is known to have come before its target, at least as often as after it")
	flags.BoolVar(&f.composed, "composed", false, "also paths with two links in a row that no episode and no statement joins")
	flags.Float64Var(&f.minStrength, "min-strength", 0, "minimum strength of a link; links of unknown strength are left out")
	flags.IntVar(&f.budget, "budget", 200, "the explanation has fewer tokens than this, from 100 to 2000")
	flags.IntVar(&f.depth, "depth", depth, "maximum number of links, "+most)
	flags.IntVar(&f.first, "limit", 20, "how many")
}

// put adds the flags that were set to the variables.
func (f *followingFactors) put(cmd *cobra.Command, variables map[string]any) {
	f.relations.all(variables, "relations")
	f.bases.all(variables, "bases")
	f.rule.one(variables, "visibility")
	changed(cmd, variables, map[string]any{
		"as-of": f.asOf, "in-time": f.inTime, "composed": f.composed, "min-strength": f.minStrength, "budget": f.budget, "depth": f.depth, "limit": f.first,
	}, nil)
}

// showRules returns a flag for one of the show rules.
func showRules() words {
	var w words
	for _, r := range link.ShowRules() {
		w.known = append(w.known, strings.ToUpper(string(r)))
	}
	return w
}

func newAskWhy(a *asking) *cobra.Command {
	var follow followingFactors
	mode := words{}
	for _, m := range paths.Modes() {
		mode.known = append(mode.known, strings.ToUpper(string(m)))
	}
	cmd := &cobra.Command{
		Use:   "why FROM TO",
		Short: "How one factor leads to another, over all episodes",
		Long: "why prints paths between factors, which are what decisions, events and outcomes of many episodes have in\n" +
			"common. Each link comes with its strength and with why it is believed: measured, stated, or only the order\n" +
			"in time. An end is the key of a factor, its label or part of it, a pattern with *, or outcome:failure.",
		Example: "  causeway ask why \"What the change touches=A table with live data\" outcome:failure --project demo-team\n" +
			"  causeway ask why \"What the change touches*\" outcome:failure --mode all-simple --depth 4 --limit 3 --project demo-team",
		Args: arguments(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			variables := map[string]any{"from": args[0], "to": args[1]}
			mode.one(variables, "mode")
			follow.put(cmd, variables)
			return a.ask(cmd, whyQuery, variables)
		},
	}
	mode.define(cmd, "mode", "which paths (default: shortest)")
	follow.define(cmd, 100, "up to 100; for all-simple up to 10, by default 5")
	return cmd
}

func newAskCausesOf(a *asking) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "causes-of FACTOR",
		Short: "What leads to a factor, over all episodes, the strongest and best supported first",
		Long: "causes-of ranks what leads to a factor, directly or not, by the strength of the path times its evidence, each\n" +
			"with the reason to believe it. Factors are named as in `causeway ask why`.",
		Example: "  causeway ask causes-of outcome:failure --project demo-team\n  causeway ask causes-of outcome:failure --depth 1 --basis stated --project demo-team",
	}
	return reachFactors(a, cmd, causesOfQuery)
}

func newAskEffectsOf(a *asking) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "effects-of FACTOR",
		Short: "What a factor leads to, over all episodes, the strongest and best supported first",
		Long: "effects-of ranks what a factor leads to, directly or not, by the strength of the path times its evidence, each\n" +
			"with the reason to believe it. Factors are named as in `causeway ask why`.",
		Example: "  causeway ask effects-of \"What the change touches=A table with live data\" --project demo-team",
	}
	return reachFactors(a, cmd, effectsOfQuery)
}

// reachFactors makes cmd ask for everything reached from one factor.
func reachFactors(a *asking, cmd *cobra.Command, query string) *cobra.Command {
	var follow followingFactors
	cmd.Args = arguments(cobra.ExactArgs(1))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		variables := map[string]any{"of": args[0]}
		follow.put(cmd, variables)
		return a.ask(cmd, query, variables)
	}
	follow.define(cmd, 3, "up to 10")
	return cmd
}
