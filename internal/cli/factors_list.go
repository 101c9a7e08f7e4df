package cli

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
)

// factorFlags are the flags that select factors.
type factorFlags struct {
	kinds           words
	label, variable string
	least           int
	isolated        bool
	pages           paging
}

func (f *factorFlags) define(cmd *cobra.Command) {
	f.kinds = words{known: []string{"DECISION", "EVENT", "OUTCOME", "CONTEXT", "STATED"}, many: true}
	f.kinds.define(cmd, "kind", "only factors of one of these kinds")
	cmd.Flags().StringVar(&f.label, "label", "", "only factors whose label contains this text, in any case")
	cmd.Flags().StringVar(&f.variable, "variable", "", "only the states of this variable")
	cmd.Flags().IntVar(&f.least, "min-frequency", 0, "only factors that so many episodes have")
	cmd.Flags().BoolVar(&f.isolated, "isolated", false, "only factors without a link; --isolated=false only those with one")
	f.pages.define(cmd)
}

func (f *factorFlags) variables(cmd *cobra.Command) map[string]any {
	filter := map[string]any{}
	f.kinds.all(filter, "kinds")
	changed(cmd, filter, map[string]any{"label": f.label, "variable": f.variable, "min-frequency": f.least, "isolated": f.isolated}, nil)
	return map[string]any{"filter": filter}
}

// listedFactor is a factor with how often it was seen.
type listedFactor struct {
	factorLine
	Outcomes outcomeCounts
}

// outcomeCounts counts episodes by their outcome.
type outcomeCounts struct{ Successes, Partials, Failures, Unknown int }

func (o outcomeCounts) told() string {
	return fmt.Sprintf("%d success, %d partial, %d failure, %d unknown", o.Successes, o.Partials, o.Failures, o.Unknown)
}

// factorsAnswer is a list of factors.
type factorsAnswer struct {
	pageAnswer
	Edges []struct{ Node listedFactor }
}

func (f *factorsAnswer) empty() bool { return len(f.Edges) == 0 }

func (f *factorsAnswer) print(p *page) {
	if f.empty() {
		p.printf("  nothing found: no factor matches\n")
		return
	}
	var rows []row
	for _, edge := range f.Edges {
		n := edge.Node
		rows = append(rows, row{cells: []string{
			n.Key, inWords(n.Kind), strconv.Itoa(n.Frequency), strconv.Itoa(n.Outcomes.Successes), strconv.Itoa(n.Outcomes.Failures), p.text(n.Label),
		}})
	}
	p.table([]string{"FACTOR", "KIND", "EPISODES", "SUCCESS", "FAILURE", "LABEL"}, rows)
	f.rest(p, len(f.Edges))
}
