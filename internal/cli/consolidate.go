package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/upkeep"
	"github.com/spf13/cobra"
)

func newConsolidate(c *command) *cobra.Command {
	var project string
	var dry, asJSON bool
	rate := nullRates()
	a := &asking{command: c}
	cmd := &cobra.Command{
		Use:   "consolidate",
		Short: "Mine, validate, refine and deprecate patterns, or show what that would do",
		Long: "consolidate does for the patterns of a project what a running service does every day (setting\n" +
			"consolidate.every): it mines the episodes for new candidates, validates all patterns as one family, refines what\n" +
			"is under review, suggests merges, and deprecates what has not recovered. Only one run at a time works on a\n" +
			"project, across all instances; a second one is refused. Without --project, projects that another run is working\n" +
			"on are skipped and named.",
		Example: "  causeway consolidate --dry-run --project demo-team\n  causeway consolidate --project demo-team --json\n" +
			"  causeway consolidate --project demo-team --null-rate half",
		Args: arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if err == nil && len(rate.chosen) > 0 {
				err = a.setNullRate(cmd, cfg, project, dry, rate)
			}
			if err != nil {
				return err
			}
			reports, err := a.consolidate(cmd, cfg, project, dry)
			if asJSON && (err == nil || len(reports) > 0) {
				if failed := writeJSON(c.out, consolidationsJSON(reports)); err == nil {
					err = failed
				}
				return err
			}
			if err == nil && len(reports) == 0 {
				fmt.Fprintln(c.out, "there is no project to consolidate")
			}
			for _, r := range reports {
				printConsolidation(&page{w: c.out, notes: c.err}, r)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&project, "project", "", "project whose patterns to consolidate (default: every project)")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "write nothing; only show what would be done")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the reports as JSON")
	rate.define(cmd, "null-rate", "what validations of the project compare rates with from now on; half also validates what every episode does")
	a.definePlace(cmd)
	return cmd
}

// consolidate works on the engines of the home folder, or through the service at an address.
func (a *asking) consolidate(cmd *cobra.Command, cfg config.Config, project string, dry bool) ([]upkeep.Consolidation, error) {
	progress := func(name string) func(done, total int) { return a.progress("consolidating " + name) }
	if !a.elsewhere(cfg) {
		return app.Consolidate(cmd.Context(), cfg, project, dry, a.logger(cfg), progress)
	}
	service, err := a.connect(cfg)
	if err != nil {
		return nil, err
	}
	return service.consolidate(cmd.Context(), project, dry, progress)
}

// nullRates returns a flag for one of the null rates.
func nullRates() words {
	var w words
	for _, r := range contribution.NullRates() {
		w.known = append(w.known, strings.ToUpper(strings.ReplaceAll(string(r), "-", "_")))
	}
	return w
}

// setNullRate keeps the null rate that was chosen for a project.
func (a *asking) setNullRate(cmd *cobra.Command, cfg config.Config, project string, dry bool, rate words) error {
	if dry || project == "" {
		return usageError{errors.New("--null-rate is kept for one --project, and not by a --dry-run")}
	}
	if a.elsewhere(cfg) {
		service, err := a.connect(cfg)
		if err != nil {
			return err
		}
		_, err = service.data(cmd.Context(), setNullRateQuery, map[string]any{"project": project, "nullRate": rate.chosen[0]})
		return err
	}
	chosen := contribution.NullRate(strings.ToLower(strings.ReplaceAll(rate.chosen[0], "_", "-")))
	return app.SetNullRate(cmd.Context(), cfg, project, chosen, a.logger(cfg))
}

func printConsolidation(p *page, r upkeep.Consolidation) {
	p.printf("%s: %d episodes", r.Project, r.Episodes)
	if r.Pending > 0 {
		p.printf(", and %d that are not in the factors yet", r.Pending)
	}
	p.printf("\n\nmined      %d candidates looked at, %d promoted: %d new, %d known\n",
		r.Extraction.Looked, r.Extraction.Found, len(r.Extraction.Added), r.Extraction.Known)
	if r.Extraction.Reason != "" {
		p.printf("           %s\n", r.Extraction.Reason)
	}
	for _, n := range r.Extraction.Added {
		p.printf("  + %s  (%s)\n", n.Name, n.Pattern)
	}
	v := r.Validation
	p.printf("validated  %d patterns, %d tested together:%s\n", v.Patterns, v.Family, resultsInWords(v))
	printChanges(p, v.Changed)
	if v.Mended > 0 {
		p.printf("           %d rows of evidence were wrong and are mended\n", v.Mended)
	}
	p.printf("refined    %d under review hold up under a further state\n", len(r.Refinements))
	for _, f := range r.Refinements {
		p.printf("  %s: with %s %d of %d succeeded, else %d of %d%s\n",
			f.Name, f.State.Label(), f.With.K, f.With.N, f.Without.K, f.Without.N, applied(f.Applied))
	}
	p.printf("merge      %d pairs say nearly the same\n", len(r.Merges))
	for _, m := range r.Merges {
		p.printf("  %.2f  %s  and  %s\n", m.Score, m.Names[0], m.Names[1])
	}
	p.printf("given up   %d\n", len(r.Deprecated))
	printChanges(p, r.Deprecated)
	if r.DryRun {
		p.printf("\nDry run: nothing was written.\n")
	}
}

func applied(is bool) string {
	if is {
		return "; it is part of the trigger now"
	}
	return ""
}

func printChanges(p *page, changes []upkeep.StatusChange) {
	for _, c := range changes {
		p.printf("  %s: %s → %s, %s\n", c.Name, c.Before, c.After, c.Reason)
	}
}

// resultsInWords counts the results in a fixed order.
func resultsInWords(v upkeep.Summary) string {
	var parts []string
	for _, r := range []patterns.Result{patterns.ResultSupported, patterns.ResultUnproven, patterns.ResultRefuted, patterns.ResultInsufficient} {
		if n := v.Results[r]; n > 0 {
			parts = append(parts, fmt.Sprintf(" %d %s", n, strings.ToLower(strings.ReplaceAll(string(r), "_", " "))))
		}
	}
	if len(parts) == 0 {
		return " nothing"
	}
	return strings.Join(parts, ",")
}

// consolidationsJSON returns the reports in their JSON form.
func consolidationsJSON(reports []upkeep.Consolidation) []map[string]any {
	out := []map[string]any{}
	for _, r := range reports {
		added := []map[string]string{}
		for _, n := range r.Extraction.Added {
			added = append(added, map[string]string{"key": n.Pattern, "name": n.Name})
		}
		merges := []map[string]any{}
		for _, m := range r.Merges {
			merges = append(merges, map[string]any{"keys": m.Keys, "names": m.Names, "score": m.Score})
		}
		refinements := []map[string]any{}
		for _, f := range r.Refinements {
			refinements = append(refinements, map[string]any{
				"key": f.Pattern, "name": f.Name, "state": f.State.Label(), "adjusted": f.Adjusted, "looked": f.Looked, "applied": f.Applied,
				"with":    map[string]int{"successes": f.With.K, "trials": f.With.N},
				"without": map[string]int{"successes": f.Without.K, "trials": f.Without.N},
			})
		}
		out = append(out, map[string]any{
			"project": r.Project, "dry_run": r.DryRun, "began_at": r.BeganAt, "ended_at": r.EndAt, "episodes": r.Episodes, "pending": r.Pending,
			"mined": map[string]any{
				"query": r.Extraction.Query, "looked": r.Extraction.Looked, "found": r.Extraction.Found,
				"known": r.Extraction.Known, "added": added, "reason": r.Extraction.Reason,
			},
			"validated": map[string]any{
				"run": r.Validation.Run, "patterns": r.Validation.Patterns, "family": r.Validation.Family, "results": r.Validation.Results,
				"changed": changesJSON(r.Validation.Changed), "mended": r.Validation.Mended, "skipped": r.Validation.Skipped,
			},
			"refinements": refinements, "merges": merges, "deprecated": changesJSON(r.Deprecated),
		})
	}
	return out
}

func changesJSON(changes []upkeep.StatusChange) []map[string]any {
	out := []map[string]any{}
	for _, c := range changes {
		out = append(out, map[string]any{"key": c.Pattern, "name": c.Name, "before": c.Before, "after": c.After, "reason": c.Reason})
	}
	return out
}
