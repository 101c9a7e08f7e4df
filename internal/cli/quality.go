package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/spf13/cobra"
)

func newQuality(c *command) *cobra.Command {
	var project string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "quality",
		Short: "Report what the factors of a project and their links can support",
		Long: "quality counts factors and links by what they rest on, says how many cannot be compared, are not borne out or\n" +
			"have a doubtful direction, and which labels say nothing, and gives advice.",
		Example: "  causeway quality --project demo-team\n  causeway quality --project demo-team --json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if err = errors.Join(err, needProject(project)); err != nil {
				return err
			}
			found, err := app.Quality(cmd.Context(), cfg, project, c.logger(cfg))
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(c.out, qualityJSON(project, found))
			}
			printQuality(&page{w: c.out, notes: c.err}, project, found)
			return nil
		},
	}
	cmd.Flags().StringVar(&project, "project", "", "project to report on (required)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	return cmd
}

func printQuality(p *page, project string, q curate.Quality) {
	d := q.Derivation
	p.printf("%s: %d factors and %d links, derived from %d episodes", project, q.Factors, q.Links, d.Episodes)
	if d.Underived > 0 {
		p.printf("; %d more are missing or out of date", d.Underived)
	}
	p.printf("\n\n")
	rows := []row{
		counted("factors", q.Factors, 0, kindsOf(q)...),
		counted("  without a link", q.Isolated, q.Factors),
		counted("  in one episode only", q.Once, q.Factors),
		counted("  in five episodes or more", q.Recurring, q.Factors),
		counted("  whose label says nothing", q.DegenerateCount, q.Factors, degenerateOf(q)...),
		counted("links", q.Links, 0, append(relationsOf(q), basesOf(q)...)...),
		counted("  stated by two episodes or more", q.Repeated, q.Links),
		counted("  only the order in time", q.OnlyTemporal, q.Links),
		counted("  not comparable", q.Unmeasured, q.Links),
		counted("  not borne out by the counts", q.Unsupported, q.Links),
		counted("  of doubtful direction", q.Ambiguous, q.Links),
		counted("episodes of unknown outcome", q.UnknownOutcomes, d.Episodes),
		counted("links of a factor to itself, not taken", d.SelfLinks, 0),
	}
	if q.Hub != nil {
		rows = append(rows, counted("links at the busiest factor", q.Hub.Links, q.Links, q.Hub.Factor.Label()))
	}
	p.table([]string{"WHAT", "NUMBER", "SHARE"}, rows)
	p.printf("\nAdvice\n")
	for _, a := range q.Advice {
		p.printf("  - %s\n", a.Text)
	}
}

// counted returns a row of the table; of is what the share refers to, 0 for none.
func counted(what string, n, of int, below ...string) row {
	share := ""
	if of > 0 {
		share = fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
	}
	return row{cells: []string{what, strconv.Itoa(n), share}, below: below}
}

func kindsOf(q curate.Quality) []string {
	var out []string
	for _, k := range q.Kinds {
		out = append(out, fmt.Sprintf("%s %d", k.Kind, k.Factors))
	}
	return joined(out)
}

func relationsOf(q curate.Quality) []string {
	var out []string
	for _, r := range q.Relations {
		out = append(out, fmt.Sprintf("%s %d", r.Relation, r.Links))
	}
	return joined(out)
}

func basesOf(q curate.Quality) []string {
	var out []string
	for _, b := range q.Bases {
		out = append(out, fmt.Sprintf("%s %d", strings.ToLower(string(b.Basis)), b.Links))
	}
	return joined(out)
}

func degenerateOf(q curate.Quality) []string {
	var out []string
	for _, f := range q.Degenerate {
		out = append(out, fmt.Sprintf("%s (%d episodes)", short(f.Label()), f.Frequency()))
	}
	const most = 5
	if len(out) > most {
		out = append(out[:most], "…")
	}
	return out
}

// joined puts short cells on one line; it returns none if there are none.
func joined(parts []string) []string {
	if len(parts) == 0 {
		return nil
	}
	return []string{strings.Join(parts, ", ")}
}

// qualityJSON returns the report in its JSON form, with the names of the API.
func qualityJSON(project string, q curate.Quality) map[string]any {
	relations, bases, kinds := map[string]int{}, map[string]int{}, map[string]int{}
	for _, k := range q.Kinds {
		kinds[string(k.Kind)] = k.Factors
	}
	for _, r := range q.Relations {
		relations[string(r.Relation)] = r.Links
	}
	for _, b := range q.Bases {
		bases[string(b.Basis)] = b.Links
	}
	degenerate := []map[string]any{}
	for _, f := range q.Degenerate {
		degenerate = append(degenerate, map[string]any{"key": f.Key(), "label": f.Label(), "episodes": f.Frequency()})
	}
	advice := []map[string]string{}
	for _, a := range q.Advice {
		advice = append(advice, map[string]string{"code": string(a.Code), "text": a.Text})
	}
	out := map[string]any{
		"project": project, "episodes": q.Derivation.Episodes, "pending": q.Derivation.Underived,
		"factors": q.Factors, "kinds": kinds, "isolated": q.Isolated, "once": q.Once, "recurring": q.Recurring, "degenerate_count": q.DegenerateCount, "degenerate": degenerate,
		"links": q.Links, "relations": relations, "bases": bases, "repeated": q.Repeated, "only_temporal": q.OnlyTemporal,
		"unmeasured": q.Unmeasured, "unsupported": q.Unsupported, "ambiguous_direction": q.Ambiguous,
		"unknown_outcomes": q.UnknownOutcomes, "self_links": q.Derivation.SelfLinks, "advice": advice,
	}
	if q.Hub != nil {
		out["hub"] = map[string]any{"key": q.Hub.Factor.Key(), "label": q.Hub.Factor.Label(), "links": q.Hub.Links}
	}
	return out
}
