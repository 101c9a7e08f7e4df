package answers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

const (
	decisionsQuery = `query($project: String!, $after: String) { factors(project: $project, filter: {kinds: [DECISION]}, first: 100, after: $after) {
		pageInfo { hasNextPage endCursor } edges { node { variable state frequency } } } }`
	failsQuery = `query($project: String!, $do: [String!]!) { intervene(project: $project, do: $do, target: "outcome=failure") { status } }`
	tasksQuery = `query($project: String!) { episodes(project: $project, first: 100) { edges { node { task } } } }`
)

// TestFigures_AsDocumented measures both example projects as docs/quality.md says, and looks for the figures there.
func TestFigures_AsDocumented(t *testing.T) {
	harness.EmbeddedOnly(t)
	examples, team := newProject(t), newProject(t)
	examples.ImportFiles(vars{"files": harness.ExampleFiles(t)})
	team.ImportFiles(vars{"files": harness.TeamFiles(t)})
	page := tree.Read(t, "docs/quality.md")
	for what, of := range map[string]func(*project) string{
		"options asked about, and answered": (*project).answered, "budget of `contextFor`": (*project).budgetUsed,
	} {
		want := fmt.Sprintf("| %s | %s | %s |", what, of(examples), of(team))
		if !strings.Contains(page, want) {
			t.Errorf("docs/quality.md lacks %s", want)
		}
	}
	before, after := "| factors in five episodes or more", "| the same, grouped by rule"
	for _, p := range []*project{examples, team} {
		shown := p.grouping(groupMutation, vars{"dryRun": true}).Quality
		did := p.grouping(groupMutation, vars{"dryRun": false}).Quality
		before += fmt.Sprintf(" | %d of %d", shown.Recurring, shown.Factors)
		after += fmt.Sprintf(" | %d of %d", did.Recurring, did.Factors)
	}
	for _, want := range []string{before + " |", after + " |"} {
		if !strings.Contains(page, want) {
			t.Errorf("docs/quality.md lacks %s", want)
		}
	}
}

// answered asks what each of the four most frequent options of each decision does to failures.
func (p *project) answered() string {
	type option struct {
		Variable, State string
		Frequency       int
	}
	options := map[string][]option{}
	for after, more := any(nil), true; more; {
		page := harness.Get[struct {
			Factors struct {
				PageInfo struct {
					HasNextPage bool
					EndCursor   string
				}
				Edges []struct{ Node option }
			}
		}](p, decisionsQuery, vars{"after": after}).Factors
		for _, e := range page.Edges {
			options[e.Node.Variable] = append(options[e.Node.Variable], e.Node)
		}
		after, more = page.PageInfo.EndCursor, page.PageInfo.HasNextPage
	}
	asked, answered := 0, 0
	for _, list := range options {
		slices.SortFunc(list, func(a, b option) int { return b.Frequency - a.Frequency })
		if len(list) < 2 {
			continue
		}
		for _, o := range list[:min(4, len(list))] {
			asked++
			got := harness.Get[struct{ Intervene struct{ Status string } }](p, failsQuery, vars{"do": []string{o.Variable + "=" + o.State}})
			if got.Intervene.Status == "OK" {
				answered++
			}
		}
	}
	return fmt.Sprintf("%d of %d", answered, asked)
}

// budgetUsed asks for the context of every fifth of the latest 100 tasks, and says whether each used up its budget.
func (p *project) budgetUsed() string {
	tasks := harness.Get[struct {
		Episodes struct {
			Edges []struct{ Node struct{ Task string } }
		}
	}](p, tasksQuery, nil).Episodes.Edges
	least := 1.0
	for i := 0; i < len(tasks); i += 5 {
		got := p.briefing(vars{"task": tasks[i].Node.Task})
		least = min(least, float64(got.Tokens)/float64(got.Budget))
	}
	if least < .95 {
		return fmt.Sprintf("%.3f at least", least)
	}
	return "95 % or more"
}
