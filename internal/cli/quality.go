package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

func newQuality(c *command) *cobra.Command {
	a := &asking{command: c}
	cmd := &cobra.Command{
		Use:   "quality",
		Short: "Report what the factors of a project and their links can support",
		Long: "quality counts factors and links by what they rest on, says how many cannot be compared, are not borne out or\n" +
			"have a doubtful direction, and which labels say nothing, and gives advice.",
		Example: "  causeway quality --project demo-team\n  causeway quality --project demo-team --json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.ask(cmd, qualityQuery, map[string]any{})
		},
	}
	a.define(cmd)
	return cmd
}

// qualityAnswer is the report on the factors of a project.
type qualityAnswer struct {
	Derivation struct {
		Project                      string
		Episodes, Pending, SelfLinks int
	}
	Factors, Isolated, Once, Recurring, DegenerateCount int
	Kinds                                               []struct {
		Kind    string
		Factors int
	}
	Degenerate                                                                         []factorLine
	Links, Repeated, OnlyTemporal, Unmeasured, Unsupported, Ambiguous, UnknownOutcomes int
	Relations                                                                          []struct {
		Relation string
		Links    int
	}
	Bases []struct {
		Basis string
		Links int
	}
	Rules []struct {
		Rule  string
		Links int
	}
	Hub *struct {
		Factor factorLine
		Links  int
	}
	Advice []struct{ Text string }
}

func (*qualityAnswer) empty() bool { return false }

func (q *qualityAnswer) print(p *page) {
	d := q.Derivation
	p.printf("%s: %d factors and %d links, derived from %d episodes", d.Project, q.Factors, q.Links, d.Episodes)
	if d.Pending > 0 {
		p.printf("; %d more are missing or out of date", d.Pending)
	}
	p.printf("\n\n")
	rows := []row{
		counted("factors", q.Factors, 0, q.kinds()...),
		counted("  without a link", q.Isolated, q.Factors),
		counted("  in one episode only", q.Once, q.Factors),
		counted("  in five episodes or more", q.Recurring, q.Factors),
		counted("  whose label says nothing", q.DegenerateCount, q.Factors, q.sayingNothing()...),
		counted("links", q.Links, 0, q.believed()...),
		counted("  stated by two episodes or more", q.Repeated, q.Links),
		counted("  only the order in time", q.OnlyTemporal, q.Links),
		counted("  not comparable", q.Unmeasured, q.Links),
		counted("  not borne out by the counts", q.Unsupported, q.Links),
		counted("  of doubtful direction", q.Ambiguous, q.Links),
		counted("episodes of unknown outcome", q.UnknownOutcomes, d.Episodes),
		counted("links of a factor to itself, not taken", d.SelfLinks, 0),
	}
	rows = append(rows, q.found()...)
	if q.Hub != nil {
		rows = append(rows, counted("links at the busiest factor", q.Hub.Links, q.Links, q.Hub.Factor.Label))
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

// kinds counts the factors by kind.
func (q *qualityAnswer) kinds() []string {
	var out []string
	for _, k := range q.Kinds {
		out = append(out, fmt.Sprintf("%s %d", inWords(k.Kind), k.Factors))
	}
	return joined(out)
}

// believed counts the links by relation and by basis.
func (q *qualityAnswer) believed() []string {
	var relations, bases []string
	for _, r := range q.Relations {
		relations = append(relations, fmt.Sprintf("%s %d", inWords(r.Relation), r.Links))
	}
	for _, b := range q.Bases {
		bases = append(bases, fmt.Sprintf("%s %d", inWords(b.Basis), b.Links))
	}
	return append(joined(relations), joined(bases)...)
}

// found counts the links inside of episodes by the rule that found them.
func (q *qualityAnswer) found() []row {
	if len(q.Rules) == 0 {
		return nil
	}
	all := 0
	for _, r := range q.Rules {
		all += r.Links
	}
	out := []row{counted("links of runs and logs that a rule found", all, 0)}
	for _, r := range q.Rules {
		out = append(out, counted("  "+r.Rule, r.Links, all))
	}
	return out
}

// sayingNothing names the most frequent factors whose label says nothing.
func (q *qualityAnswer) sayingNothing() []string {
	var out []string
	for _, f := range q.Degenerate {
		out = append(out, fmt.Sprintf("%s (%d episodes)", short(f.Label), f.Frequency))
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
