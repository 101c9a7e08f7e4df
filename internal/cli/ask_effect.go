package cli

import (
	"errors"

	"github.com/spf13/cobra"
)

// about holds the flags of questions about effects.
type about struct {
	target          string
	context         []string
	widen, temporal bool
	budget          int
}

func (f *about) define(cmd *cobra.Command, target string) {
	cmd.Flags().StringVar(&f.target, "target", target, "the target: the key or label of a factor, or outcome:failure for the outcome")
	cmd.Flags().BoolVar(&f.temporal, "temporal", false, "also links that show nothing but the order in time, which is no cause")
	cmd.Flags().IntVar(&f.budget, "budget", 1000, "the explanation has fewer tokens than this, from 100 to 2000")
}

// defineContext adds the flag of questions that are not about a single episode.
func (f *about) defineContext(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.context, "context", nil, "a state known before the decision, as the key or label of a factor; may be repeated")
}

func (f *about) defineWiden(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.widen, "widen", false, "widen intervals by what wrong and missing links did in the robustness study")
}

// put adds the flags that were set to the variables.
func (f *about) put(cmd *cobra.Command, variables map[string]any) {
	changed(cmd, variables, map[string]any{"target": f.target, "context": f.context, "widen": f.widen, "temporal": f.temporal, "budget": f.budget},
		map[string]string{"widen": "robustIntervals"})
}

func newAskWhatIf(a *asking) *cobra.Command {
	var f about
	var do []string
	var against string
	cmd := &cobra.Command{
		Use:   "what-if [EPISODE DECISION ALTERNATIVE]",
		Short: "What another option of a decision, or states set by hand, would lead to",
		Long: "what-if estimates how probable a target would have been with another option, given what was known in the episode\n" +
			"before the decision; with --do, how probable it is when states are set in the project as a whole. It prints the\n" +
			"estimates of the model and by strata, with intervals and the episodes behind them, the mere share, which is not\n" +
			"an effect, and what the answer assumes. Where too little is known it says so: only a number with the status OK\n" +
			"is a conclusion.",
		Example: "  causeway ask what-if team-2025-07-25-4 d002 \"One pier first\" --project demo-team\n" +
			"  causeway ask what-if --do \"How the change goes out=One pier first\" --against \"How the change goes out=All piers at once\" --json --project demo-team",
		Args: arguments(cobra.MaximumNArgs(3)),
		RunE: func(cmd *cobra.Command, args []string) error {
			variables := map[string]any{}
			f.put(cmd, variables)
			switch {
			case len(args) == 3 && len(do) == 0 && against == "" && len(f.context) == 0:
				variables["episode"], variables["decision"], variables["alternative"] = args[0], args[1], args[2]
				return a.ask(cmd, whatIfQuery, variables)
			case len(args) == 0 && len(do) > 0:
				variables["do"] = do
				changed(cmd, variables, map[string]any{"against": against}, nil)
				return a.ask(cmd, interveneQuery, variables)
			default:
				return usageError{errors.New("give an episode, one of its decisions and another option; or --do, which alone takes --against and --context")}
			}
		},
	}
	cmd.Flags().StringArrayVar(&do, "do", nil, "instead of an episode, a state to set, as the key or label of a factor; may be repeated")
	cmd.Flags().StringVar(&against, "against", "", "the state of the first --do to compare with (default: the most frequent other one)")
	f.define(cmd, "outcome=failure")
	f.defineContext(cmd)
	f.defineWiden(cmd)
	return cmd
}

func newAskWouldHave(a *asking) *cobra.Command {
	var f about
	var without, set string
	var contextOnly bool
	cmd := &cobra.Command{
		Use:   "would-have EPISODE",
		Short: "Whether something would have happened anyway, had something else not",
		Long: "would-have asks about one episode: had an occurrence or a factor not been there (--without), or had a variable\n" +
			"been in another state (--set), would the target have been the same? It answers by the links of the episode\n" +
			"alone, by the mechanisms learned from all episodes, and by bounds that hold whatever the mechanism.",
		Example: "  causeway ask would-have team-2025-07-25-4 --set \"What to do about the failed check=Take the change back\" --project demo-team\n" +
			"  causeway ask would-have team-2025-07-25-4 --without d002 --context-only --json --project demo-team",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if (without == "") == (set == "") {
				return usageError{errors.New("say what would have been different: either --without or --set")}
			}
			variables := map[string]any{"episode": args[0]}
			f.put(cmd, variables)
			changed(cmd, variables, map[string]any{"without": without, "set": set, "context-only": contextOnly},
				map[string]string{"without": "remove", "context-only": "assumeContextOnly"})
			return a.ask(cmd, wouldHaveQuery, variables)
		},
	}
	cmd.Flags().StringVar(&without, "without", "", "what would not have been: an occurrence (d002, or its key) or a factor (its key or label)")
	cmd.Flags().BoolVar(&contextOnly, "context-only", false, "assume only what was known before any decision, the cause and the target")
	cmd.Flags().StringVar(&set, "set", "", "the state that would have been, as the key or label of its factor")
	f.define(cmd, "")
	cmd.Flags().Lookup("target").Usage = "the target: an occurrence or a factor of the episode (default: its outcome)"
	return cmd
}

func newAskWhichDecision(a *asking) *cobra.Command {
	var f about
	cmd := &cobra.Command{
		Use:   "which-decision EPISODE",
		Short: "Which decision of an episode mattered most to how it ended",
		Long: "which-decision lists the decisions of an episode by how much their other options are estimated to change, the\n" +
			"most important first, and says about which too little is known.",
		Example: "  causeway ask which-decision team-2025-07-25-4 --project demo-team\n" +
			"  causeway ask which-decision team-2025-07-25-4 --target outcome:success --json --project demo-team",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			variables := map[string]any{"episode": args[0]}
			f.put(cmd, variables)
			return a.ask(cmd, whichDecisionQuery, variables)
		},
	}
	f.define(cmd, "outcome=failure")
	return cmd
}

func newAskBestAction(a *asking) *cobra.Command {
	var f about
	var avoid bool
	cmd := &cobra.Command{
		Use:   "best-action VARIABLE",
		Short: "Which option of a decision serves a target best",
		Long: "best-action ranks the options of a decision by the less favorable end of their interval. Options that were not\n" +
			"tried under comparable conditions get no rank.",
		Example: "  causeway ask best-action \"How the change goes out\" --project demo-team\n" +
			"  causeway ask best-action \"What to do about the failed check\" --target outcome:failure --avoid --project demo-team",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			variables := map[string]any{"variable": args[0]}
			f.put(cmd, variables)
			changed(cmd, variables, map[string]any{"avoid": avoid}, nil)
			return a.ask(cmd, bestActionQuery, variables)
		},
	}
	f.define(cmd, "outcome=success")
	f.defineContext(cmd)
	f.defineWiden(cmd)
	cmd.Flags().BoolVar(&avoid, "avoid", false, "the target is to be avoided")
	return cmd
}
