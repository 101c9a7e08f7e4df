package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func newEpisodes(c *command) *cobra.Command {
	a := &asking{command: c}
	var f filtering
	var pages paging
	var deleted bool
	cmd := &cobra.Command{
		Use:   "episodes",
		Short: "List episodes, latest first",
		Long: "episodes lists the episodes that meet every filter, those of unknown time last. `causeway show` prints one of\n" +
			"them whole, `causeway ask recall` finds those that answer a question.",
		Example: "  causeway episodes --project demo\n" +
			"  causeway episodes --outcome failure,partial --since 2026-03-01 --until 2026-04-14 --project demo\n" +
			"  causeway episodes --task index --all --json --project demo",
		Args: arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			variables := map[string]any{"deleted": deleted}
			f.filter(cmd, variables)
			return a.list(cmd, episodesQuery, variables, pages)
		},
	}
	f.define(cmd)
	pages.define(cmd)
	cmd.Flags().BoolVar(&deleted, "deleted", false, "list deleted episodes instead, which restore brings back")
	a.define(cmd)
	return cmd
}

// episodesAnswer is a list of episodes.
type episodesAnswer struct {
	pageAnswer
	Edges []struct{ Node episodeLine }
}

func (e *episodesAnswer) empty() bool { return len(e.Edges) == 0 }

func (e *episodesAnswer) print(p *page) {
	if e.empty() {
		p.printf("  nothing found: no episode matches\n")
		return
	}
	var rows []row
	for _, edge := range e.Edges {
		n := edge.Node
		rows = append(rows, row{cells: []string{n.Key, unknown(n.StartedAt), strings.ToLower(n.Outcome), p.text(n.Task)}})
	}
	p.table([]string{"EPISODE", "BEGAN", "OUTCOME", "TASK"}, rows)
	e.rest(p, len(e.Edges))
}

func newDecisions(c *command) *cobra.Command {
	a := &asking{command: c}
	var episode, about string
	var pages paging
	types := decisionTypes()
	cmd := &cobra.Command{
		Use:   "decisions",
		Short: "List decisions in the order of their keys",
		Long: "decisions lists what was decided: what was chosen, of which options, and why. `causeway ask decisions` finds\n" +
			"those of a similar situation, `causeway ask sequence` shows those of one episode by time.",
		Example: "  causeway decisions --project demo\n" +
			"  causeway decisions --type recovery --all --project demo\n" +
			"  causeway decisions --chosen retry --json --project demo",
		Args: arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			filter := map[string]any{"kinds": []string{"DECISION"}}
			types.all(filter, "types")
			changed(cmd, filter, map[string]any{"episode": episode, "chosen": about}, map[string]string{"chosen": "label"})
			return a.list(cmd, decisionListQuery, map[string]any{"filter": filter}, pages)
		},
	}
	types.define(cmd, "type", "only decisions of one of these types")
	cmd.Flags().StringVar(&episode, "episode", "", "only decisions of this episode")
	cmd.Flags().StringVar(&about, "chosen", "", "only decisions whose choice contains this text, in any case")
	pages.define(cmd)
	a.define(cmd)
	return cmd
}

// decisionsAnswer is a list of decisions.
type decisionsAnswer struct {
	pageAnswer
	Edges []struct {
		Node struct {
			decisionLine
			Label string
		}
	}
}

func (d *decisionsAnswer) empty() bool { return len(d.Edges) == 0 }

func (d *decisionsAnswer) print(p *page) {
	if d.empty() {
		p.printf("  nothing found: no decision matches\n")
		return
	}
	var rows []row
	for _, edge := range d.Edges {
		n := edge.Node
		rows = append(rows, row{cells: []string{n.Key, unknown(n.At), strings.ToLower(n.Outcome), p.text(n.Label)}, below: n.details(p)})
	}
	p.table([]string{"DECISION", "AT", "OUTCOME", "CHOSE"}, rows)
	d.rest(p, len(d.Edges))
}

func newProjects(c *command) *cobra.Command {
	a := &asking{command: c}
	cmd := &cobra.Command{
		Use:     "projects",
		Short:   "List the projects and what each holds",
		Long:    "projects lists the projects of the service by name, or those that the token gives access to.",
		Example: "  causeway projects\n  causeway projects --json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := a.load(cmd)
			if err != nil {
				return err
			}
			service, err := a.connect(cfg)
			if err != nil {
				return err
			}
			data, err := a.data(cmd.Context(), service, projectListQuery, nil)
			if err != nil {
				return err
			}
			return a.print(service, data)
		},
	}
	a.define(cmd)
	a.hide(cmd, "project")
	return cmd
}

// projectLines are the projects of a service.
type projectLines []struct {
	Name, CreatedAt string
	Totals          struct{ Episodes, Decisions, Events, Links int }
}

func (l projectLines) empty() bool { return len(l) == 0 }

func (l projectLines) print(p *page) {
	if l.empty() {
		p.printf("  nothing found: there is no project yet; `causeway demo`, `causeway import` and `causeway record` make some\n")
		return
	}
	var rows []row
	for _, n := range l {
		cells := []string{n.Name}
		for _, count := range []int{n.Totals.Episodes, n.Totals.Decisions, n.Totals.Events, n.Totals.Links} {
			cells = append(cells, fmt.Sprint(count))
		}
		rows = append(rows, row{cells: append(cells, n.CreatedAt)})
	}
	p.table([]string{"PROJECT", "EPISODES", "DECISIONS", "EVENTS", "LINKS", "SINCE"}, rows)
}
