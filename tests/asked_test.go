package tests_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

// asked is a project whose graph a test looks at through the API alone: the embedded engines
// have no other door.
func (h *house) asked(t testing.TB, name string) *project {
	t.Helper()
	s, _ := h.services(t)
	return &project{service: s, t: t, name: name}
}

// count is how many episodes there are; none without the project.
func (p *project) count() int {
	p.t.Helper()
	if a := p.ask(`query($project: String!) { project(name: $project) { name } }`, nil); a.codes() == "PROJECT_NOT_FOUND" {
		return 0
	}
	return p.totals().Episodes
}

// pages returns every node of a list, as the fields show them.
func (p *project) pages(list, fields string) []json.RawMessage {
	p.t.Helper()
	var all []json.RawMessage
	v := vars{}
	for {
		query := `query($project: String!, $after: String) { page: ` + list + `(project: $project, first: 50, after: $after) {
			edges { node { ` + fields + ` } } pageInfo { hasNextPage endCursor } } }`
		page := get[struct{ Page connection[json.RawMessage] }](p, query, v).Page
		for _, e := range page.Edges {
			all = append(all, e.Node)
		}
		if !page.PageInfo.HasNextPage {
			return all
		}
		v["after"] = *page.PageInfo.EndCursor
	}
}

const everyRelation = `relations: [CAUSES, ENABLES, PREVENTS, CORRELATES]`

// linkBases counts the links between occurrences by basis.
func (p *project) linkBases() map[string]int {
	p.t.Helper()
	out := map[string]int{}
	for _, node := range p.pages("occurrences", `leadsTo(`+everyRelation+`) { link { basis } }`) {
		var o struct {
			LeadsTo []struct{ Link struct{ Basis string } }
		}
		if err := json.Unmarshal(node, &o); err != nil {
			p.t.Fatal(err)
		}
		for _, n := range o.LeadsTo {
			out[n.Link.Basis]++
		}
	}
	return out
}

// fingerprint returns everything that the API shows of a project as sorted lines, but for
// what is made of its name or of the time of a write. A project that is gone has no line.
func (p *project) fingerprint() []string {
	p.t.Helper()
	if a := p.ask(`query($project: String!) { project(name: $project) { name } }`, nil); a.codes() == "PROJECT_NOT_FOUND" {
		return nil
	}
	var lines []string
	for list, fields := range map[string]string{
		"episodes": `key session startedAt outcome reportedOutcome task domain taskType tags lessons revision hash
			links { sourceKey targetKey relation basis confidence note } mentions { as reference { kind key } }`,
		"occurrences": `key kind type label at outcome position
			leadsTo(` + everyRelation + `) { occurrence { key } link { relation basis confidence note episode { key } } }
			causedBy(` + everyRelation + `) { occurrence { key } }`,
		"references": `kind key episodeCount mentions(first: 100) { as episode { key } occurrence { key } }`,
	} {
		for _, node := range p.pages(list, fields) {
			lines = append(lines, fmt.Sprint(list, " ", string(node)))
		}
	}
	slices.Sort(lines)
	return lines
}
