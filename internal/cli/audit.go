package cli

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

func newAudit(c *command) *cobra.Command {
	a := &asking{command: c}
	var pages paging
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Who removed, restored or merged what, and when",
		Long: "audit lists what was deleted, retracted, restored, purged, pruned and merged in a project, latest first: when, by\n" +
			"the API token of which name, how many, and why if somebody said so. It names keys and no content, and is kept when\n" +
			"the project is purged.",
		Example: "  causeway audit --project shop\n  causeway audit --all --json --project shop",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.list(cmd, auditQuery, map[string]any{}, pages)
		},
	}
	pages.define(cmd)
	a.define(cmd)
	return cmd
}

// auditAnswer is a part of the audit log.
type auditAnswer struct {
	pageAnswer
	Edges []struct {
		Node struct {
			At, Action, By, Subject, Reason string
			Count, Events                   int
		}
	}
}

// because adds why to what.
func because(subject, reason string) string {
	if reason == "" {
		return subject
	}
	return subject + ": " + reason
}

func (l *auditAnswer) empty() bool { return len(l.Edges) == 0 }

func (l *auditAnswer) print(p *page) {
	if l.empty() {
		p.printf("  nothing found: nothing was removed, restored or merged\n")
		return
	}
	var rows []row
	for _, edge := range l.Edges {
		n := edge.Node
		at, _, _ := strings.Cut(n.At, ".")
		what := p.text(because(n.Subject, n.Reason))
		if n.Events > 0 {
			what = "and " + strconv.Itoa(n.Events) + " execution events"
		}
		rows = append(rows, row{cells: []string{strings.TrimSuffix(at, "Z") + "Z", inWords(n.Action), strconv.Itoa(n.Count), cmp.Or(n.By, "-"), what}})
	}
	p.table([]string{"AT", "ACTION", "COUNT", "BY", "WHAT"}, rows)
	l.rest(p, len(l.Edges))
}
