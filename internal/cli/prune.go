package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/spf13/cobra"
)

// pruneExamples is how many of the links that would be hidden are shown.
const pruneExamples = 10

func newPrune(c *command) *cobra.Command {
	var project string
	var dry, asJSON bool
	rule := showRules()
	a := &asking{command: c}
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Hide weak links between factors by a rule, or show what it would hide",
		Long: "prune sets the rule that hides weak links from paths and pictures, and says what it hides in addition, by\n" +
			"reason. Nothing is deleted: another rule shows the links again, and every question can ask for all of them.\n\n" +
			"  all      hides nothing\n" +
			"  default  hides links that at least 30 episodes compare and do not bear out\n" +
			"  strict   also hides links that fewer episodes do not bear out, and those that one episode states and nothing measures\n\n" +
			"Links that somebody stated between factors are never hidden.",
		Example: "  causeway prune --dry-run --rule strict --project demo-team\n  causeway prune --dry-run --rule strict --project demo-team --json\n  causeway prune --rule default --project demo-team",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if err = errors.Join(err, needProject(project)); err != nil {
				return err
			}
			if len(rule.chosen) == 0 {
				return usageError{errors.New("name the rule with --rule: " + strings.Join(rule.spelled(), ", "))}
			}
			found, err := a.prune(cmd, cfg, project, rule.chosen[0], dry)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(c.out, pruningJSON(found, dry))
			}
			printPruning(&page{w: c.out, notes: c.err}, found, dry)
			return nil
		},
	}
	cmd.Flags().StringVar(&project, "project", "", "project whose links to hide (required)")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "change nothing; only show what the rule would hide")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	rule.define(cmd, "rule", "the rule (required)")
	a.definePlace(cmd)
	return cmd
}

// prune works on the engines of the home folder, or through the service at an address.
func (a *asking) prune(cmd *cobra.Command, cfg config.Config, project, rule string, dry bool) (curate.Pruning, error) {
	chosen := link.ShowRule(strings.ToLower(rule))
	if !a.elsewhere(cfg) {
		return app.Prune(cmd.Context(), cfg, project, chosen, dry, pruneExamples, a.logger(cfg))
	}
	service, err := a.connect(cfg)
	if err != nil {
		return curate.Pruning{}, err
	}
	defer a.patience("waiting for the answer of " + service.url)()
	return service.patient().prune(cmd.Context(), project, chosen, dry)
}

func printPruning(p *page, found curate.Pruning, dry bool) {
	more := 0
	for _, m := range found.More {
		more += m.Links
	}
	p.printf("%d links, of which the rule %q hides %d.\nThe rule %q hides %d more", found.Links, found.Before, found.Hidden, found.Rule, more)
	if found.Back > 0 {
		p.printf(" and shows %d again", found.Back)
	}
	p.printf(".\n")
	for _, m := range found.More {
		p.printf("  %6d  %s\n", m.Links, m.Reason.InWords())
	}
	if more > 0 {
		p.printf("\n")
	}
	for _, l := range found.Examples {
		p.printf("  %s → %s %s  (%s)\n", short(l.Source.Label()), l.Relation, short(l.Target.Label()), l.Key)
	}
	if more > len(found.Examples) {
		p.printf("  … and %d more\n", more-len(found.Examples))
	}
	note := fmt.Sprintf("The rule of the project is %q now.", found.Rule)
	if dry {
		note = "Dry run: nothing was changed."
	}
	p.printf("%s\n", note)
}

// pruningJSON returns the report in its JSON form.
func pruningJSON(found curate.Pruning, dry bool) map[string]any {
	hides, examples := []map[string]any{}, []map[string]any{}
	for _, m := range found.More {
		hides = append(hides, map[string]any{"reason": m.Reason, "links": m.Links})
	}
	for _, l := range found.Examples {
		examples = append(examples, map[string]any{"key": l.Key, "source": l.Source.Label(), "relation": l.Relation, "target": l.Target.Label()})
	}
	return map[string]any{
		"dry_run": dry, "rule": found.Rule, "before": found.Before, "links": found.Links, "hidden": found.Hidden,
		"hides": hides, "shows_again": found.Back, "examples": examples,
	}
}
