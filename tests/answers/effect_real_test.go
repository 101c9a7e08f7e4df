package answers_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// statusCounts counts answers to a kind of question by their status.
type statusCounts map[string]int

// row is a line of the table of docs/robustness.md.
func (a statusCounts) row(question string) string {
	total := 0
	var parts []string
	for _, status := range slices.Sorted(maps.Keys(a)) {
		total += a[status]
		parts = append(parts, fmt.Sprintf("%s %d", status, a[status]))
	}
	return fmt.Sprintf("| %s | %d | %s |", question, total, strings.Join(parts, ", "))
}

// TestEffects_RealEpisodes asks the real episodes everything that they may be asked. They are
// diaries: nearly everything in them happened once, so that too little is known of nearly all. The
// table of docs/robustness.md has these rows.
func TestEffects_RealEpisodes(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	p, _ := realProject(t)
	page := tree.Read(t, "docs/robustness.md")
	total := statusCounts{}
	for question, ask := range map[string]func() statusCounts{
		"which decision mattered, of every episode with decisions":                  p.realImpacts,
		"what if, of every decision, had it been left undone":                       p.realWhatIfs,
		"what leads to success, of every factor in three episodes or more":          p.realInterventions,
		"would it have ended as it did, without each event of what did not succeed": p.realWouldBes,
	} {
		got := ask()
		for status, n := range got {
			total[status] += n
		}
		if row := got.row(question); !strings.Contains(page, row) {
			t.Errorf("docs/robustness.md lacks\n%s", row)
		}
	}
	if enginetest.Embedded() { // both sets of engines tell the links alike
		p.checkOnlyTemporal()
	}
	sum := 0
	for _, n := range total {
		sum += n
	}
	if sum < 150 || total["INSUFFICIENT_EVIDENCE"] < sum/2 || total["OK"] > sum/20 {
		t.Errorf("of %d questions: %v", sum, total)
	}
}

// realDecision is a decision of a real episode.
type realDecision struct {
	Key     string
	Episode struct{ Key string }
}

func (p *project) realDecisions() []realDecision {
	p.T.Helper()
	c := harness.Get[struct {
		Occurrences harness.Connection[realDecision]
	}](p, `query($project: String!) {
		occurrences(project: $project, first: 100, filter: {kinds: [DECISION]}) { totalCount edges { node { key episode { key } } } } }`, nil).Occurrences
	var out []realDecision
	for _, e := range c.Edges {
		out = append(out, e.Node)
	}
	return out
}

func (p *project) realImpacts() statusCounts {
	out := statusCounts{}
	episodes := map[string]bool{}
	for _, d := range p.realDecisions() {
		episodes[d.Episode.Key] = true
	}
	for _, episode := range slices.Sorted(mapKeys(episodes)) {
		a := harness.Get[struct {
			Episode struct {
				DecisionImpact struct {
					Decisions []struct {
						Status string
						Reason *string
					}
				}
			}
		}](p, `query($project: String!, $episode: String!) { episode(project: $project, key: $episode) { decisionImpact { decisions { status reason } } } }`, vars{"episode": episode})
		for _, d := range a.Episode.DecisionImpact.Decisions {
			out[d.Status]++
			if d.Status != "OK" && d.Reason == nil {
				p.T.Errorf("%s: %s without a reason", episode, d.Status)
			}
		}
	}
	return out
}

func (p *project) realWhatIfs() statusCounts {
	out := statusCounts{}
	for _, d := range p.realDecisions() {
		a := harness.Get[struct{ WhatIf shownEffect }](p, `query($project: String!, $episode: String!, $decision: String!) {
			whatIf(project: $project, episode: $episode, decision: $decision, alternative: "left undone") { `+shownEffectFields+` } }`+numberFragment,
			vars{"episode": d.Episode.Key, "decision": d.Key}).WhatIf
		p.note(out, d.Key, a.Status, a.Reason)
	}
	return out
}

// note counts an answer, which is to say why it is none.
func (p *project) note(out statusCounts, what, status string, reason *string) {
	p.T.Helper()
	out[status]++
	if status != "OK" && (reason == nil || len(*reason) < 20) {
		p.T.Errorf("%s: %s with the reason %v", what, status, reason)
	}
}

func (p *project) realInterventions() statusCounts {
	out := statusCounts{}
	found := harness.Get[struct {
		Factors harness.Connection[struct{ Key, Label, Variable string }]
	}](p, `query($project: String!) { factors(project: $project, first: 100, filter: {minFrequency: 3}) { edges { node { key label variable } } } }`, nil)
	for _, e := range found.Factors.Edges {
		if e.Node.Variable == "outcome" {
			continue
		}
		a := p.intervene(vars{"do": []string{e.Node.Key}, "target": "outcome=success"})
		p.note(out, e.Node.Label, a.Status, a.Reason)
	}
	return out
}

func (p *project) realWouldBes() statusCounts {
	out := statusCounts{}
	c := harness.Get[struct {
		Episodes harness.Connection[struct {
			Key    string
			Events []struct{ Key string }
		}]
	}](p, `query($project: String!) { episodes(project: $project, first: 50, filter: {outcomes: [FAILURE, PARTIAL]}) { edges { node { key events { key } } } } }`, nil)
	for _, e := range c.Episodes.Edges {
		for _, v := range e.Node.Events {
			a := p.wouldBe(vars{"episode": e.Node.Key, "remove": v.Key})
			p.note(out, v.Key, a.Status, a.Reason)
		}
	}
	return out
}

// linkTotals are numbers of links by their bases.
type linkTotals []struct {
	Basis string
	Links int
}

// onlyTemporal reports whether no link shows more than the order in time.
func (b linkTotals) onlyTemporal() bool {
	for _, one := range b {
		if one.Basis != "TEMPORAL" {
			return false
		}
	}
	return true
}

// orderedEpisode is an episode with the ends of its links.
type orderedEpisode struct {
	Key   string
	Links []orderedLink
}

type orderedLink struct{ SourceKey, TargetKey, Basis string }

// checkOnlyTemporal wants no cause from the order in time alone, from which many links of the real
// episodes were derived.
func (p *project) checkOnlyTemporal() {
	p.T.Helper()
	asked, refused, claimed := 0, 0, 0
	for _, e := range p.orderedEpisodes() {
		l := e.Links[0]
		a := p.withoutOrdered(vars{"episode": e.Key, "remove": l.SourceKey, "target": l.TargetKey, "temporal": false})
		asked++
		if a.Status == "ONLY_TEMPORAL" {
			refused++
		}
		if s := a.Structural; s != nil && s.Bases.onlyTemporal() && (s.ButFor || len(s.Causes) > 0 || len(s.Remaining) > 0) {
			p.T.Errorf("%s without %s: %+v from the order in time alone", l.TargetKey, l.SourceKey, s)
		}
		if s := a.Structural; a.Status == "ONLY_TEMPORAL" && (s != nil && (s.Reached || s.ButFor) || a.Graded != nil || a.Causation != nil) {
			p.T.Errorf("%s without %s: %s, and yet %+v", l.TargetKey, l.SourceKey, a.Status, s)
		}
		if a.Status != "ONLY_TEMPORAL" || refused%5 > 0 {
			continue
		}
		a = p.withoutOrdered(vars{"episode": e.Key, "remove": l.SourceKey, "target": l.TargetKey, "temporal": true})
		if line, _, _ := strings.Cut(a.Explain, "\n"); a.Status == "ONLY_TEMPORAL" || a.Structural == nil || !a.Structural.Reached || !strings.HasPrefix(line, "By the order in time alone: ") {
			p.T.Errorf("%s without %s, as asked for: %s %+v, %s", l.TargetKey, l.SourceKey, a.Status, a.Structural, line)
		}
		claimed++
	}
	p.T.Logf("%d pairs: %d refused for the order in time, %d of them answered on request", asked, refused, claimed)
	if asked < 40 || refused < asked/2 || claimed < 5 {
		p.T.Errorf("%d pairs: %d refused, %d answered on request", asked, refused, claimed)
	}
}

// orderedEpisodes are the episodes with links.
func (p *project) orderedEpisodes() []orderedEpisode {
	p.T.Helper()
	var out []orderedEpisode
	after := any(nil)
	for {
		c := harness.Get[struct {
			Episodes harness.Connection[orderedEpisode]
		}](p, `query($project: String!, $after: String) {
			episodes(project: $project, first: 100, after: $after) { pageInfo { hasNextPage endCursor } edges { node { key links { sourceKey targetKey basis } } } } }`, vars{"after": after}).Episodes
		for _, e := range c.Edges {
			e.Node.Links = slices.DeleteFunc(e.Node.Links, func(l orderedLink) bool { return l.Basis != "TEMPORAL" })
			if len(e.Node.Links) > 0 {
				out = append(out, e.Node)
			}
		}
		if !c.PageInfo.HasNextPage {
			return out
		}
		after = c.PageInfo.EndCursor
	}
}

// orderedAnswer is what would have been, with the bases of the links that it rests on.
type orderedAnswer struct {
	Status     string
	Structural *struct {
		Reached, ButFor bool
		Temporal        int
		Bases           linkTotals
		Remaining       []struct{ Length int }
		Causes          []struct{ Alone bool }
	}
	Graded    *struct{ Verdict *string }
	Causation *struct{ N int }
	Explain   string
}

func (p *project) withoutOrdered(v vars) orderedAnswer {
	p.T.Helper()
	return harness.Get[struct{ Counterfactual orderedAnswer }](p, `query($project: String!, $episode: String!, $remove: String, $target: String, $temporal: Boolean!) {
		counterfactual(project: $project, episode: $episode, remove: $remove, target: $target, temporal: $temporal) { status explain
			structural { reached butFor temporal bases { basis links } remaining { length } causes { alone } } graded { verdict } causation { n } } }`, v).Counterfactual
}
