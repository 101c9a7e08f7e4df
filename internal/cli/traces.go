package cli

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

func newTraces(c *command) *cobra.Command {
	a := &asking{command: c}
	cmd := &cobra.Command{
		Use:   "traces",
		Short: "What came of traces that agents sent",
		Long: "traces is about what comes over the OpenTelemetry protocol. Agents that are instrumented send their spans to the\n" +
			"address of the service; each trace becomes an episode.",
		Example: "  causeway traces report --project shop",
		Args:    subcommands,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTracesReport(a))
	return cmd
}

func newTracesReport(a *asking) *cobra.Command {
	var pages paging
	var imported bool
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Account for every span that came: stored, merged or refused, and why",
		Long: "report lists the traces and sessions of a project, newest first, with how many spans and records were stored, how\n" +
			"many were repeats, and how many were refused for which reason. The service that took them in knows that for 7\n" +
			"days after the last one.\n\n" +
			"With --imported it lists episodes, latest first, that were made of transcripts and of files of traces, with how many\n" +
			"steps of the run are occurrences, went into one, or were refused or dropped.",
		Example: "  causeway traces report --project shop\n  causeway traces report --all --json --project shop\n  causeway traces report --imported --project shop",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			query := tracesQuery
			if imported {
				query = importedRunsQuery
			}
			return a.list(cmd, query, map[string]any{}, pages)
		},
	}
	cmd.Flags().BoolVar(&imported, "imported", false, "account for the steps of runs that are episodes, of transcripts too")
	pages.define(cmd)
	a.define(cmd)
	return cmd
}

// tracesAnswer says what came of traces.
type tracesAnswer struct {
	pageAnswer
	Edges []struct{ Node traceLine }
}

// traceLine is what came of one trace.
type traceLine struct {
	WorkflowID, FirstAt, LastAt, Problem string
	Stored, Merged                       int
	Refused                              []struct {
		Reason string
		Items  int
	}
	Ended, Due bool
}

// state says how far a trace is.
func (t traceLine) state() string {
	switch {
	case t.Problem != "":
		return "no episode"
	case t.Due && t.Ended:
		return "ended"
	case t.Due:
		return "open"
	case t.Stored == 0:
		return "nothing stored"
	}
	return "episode"
}

func (t *tracesAnswer) empty() bool { return len(t.Edges) == 0 }

func (t *tracesAnswer) print(p *page) {
	if t.empty() {
		p.printf("  nothing found: no trace came in the last 7 days\n")
		return
	}
	var rows []row
	var stored, merged, refused int
	for _, edge := range t.Edges {
		n := edge.Node
		count := 0
		var reasons []string
		for _, r := range n.Refused {
			count += r.Items
			reasons = append(reasons, fmt.Sprintf("%s %d", r.Reason, r.Items))
		}
		stored, merged, refused = stored+n.Stored, merged+n.Merged, refused+count
		one := row{cells: []string{cmp.Or(n.WorkflowID, "(no trace)"), n.state(), strconv.Itoa(n.Stored), strconv.Itoa(n.Merged), strconv.Itoa(count), n.LastAt}}
		if len(reasons) > 0 {
			one.below = append(one.below, "refused: "+strings.Join(reasons, ", "))
		}
		if n.Problem != "" {
			one.below = append(one.below, p.text(n.Problem))
		}
		rows = append(rows, one)
	}
	p.table([]string{"TRACE", "STATE", "STORED", "MERGED", "REFUSED", "LAST"}, rows)
	p.printf("%d came: %d stored, %d merged, %d refused\n", stored+merged+refused, stored, merged, refused)
	t.rest(p, len(t.Edges))
}
