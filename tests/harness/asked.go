package harness

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

// asked is a project whose graph a test looks at through the API alone: the embedded engines
// have no other door.
func (h *House) asked(t testing.TB, name string) *Project {
	t.Helper()
	s, _ := h.Services(t)
	return &Project{Service: s, T: t, Name: name}
}

// count is how many episodes there are; none without the project.
func (p *Project) count() int {
	p.T.Helper()
	if a := p.Ask(`query($project: String!) { project(name: $project) { name } }`, nil); a.Codes() == "PROJECT_NOT_FOUND" {
		return 0
	}
	return p.Totals().Episodes
}

// countLinks has the links between factors counted, as by any reader of them; without the project there are none.
func (p *Project) countLinks() {
	p.T.Helper()
	if a := p.Ask(`query($project: String!) { factorLinks(project: $project, first: 1) { edges { node { key } } } }`, nil); a.Codes() != "" && a.Codes() != "PROJECT_NOT_FOUND" {
		p.T.Fatalf("count the links: %s", a.Codes())
	}
}

// Pages returns every node of a list, as the fields show them.
func (p *Project) Pages(list, fields string) []json.RawMessage {
	p.T.Helper()
	var all []json.RawMessage
	v := Vars{}
	for {
		query := `query($project: String!, $after: String) { page: ` + list + `(project: $project, first: 50, after: $after) {
			edges { node { ` + fields + ` } } pageInfo { hasNextPage endCursor } } }`
		page := Get[struct{ Page Connection[json.RawMessage] }](p, query, v).Page
		for _, e := range page.Edges {
			all = append(all, e.Node)
		}
		if !page.PageInfo.HasNextPage {
			return all
		}
		v["after"] = *page.PageInfo.EndCursor
	}
}

const everyRelation = `filter: {relations: [CAUSES, ENABLES, PREVENTS, CORRELATES]}`

// linkBases counts the links between occurrences by basis.
func (p *Project) linkBases() map[string]int {
	p.T.Helper()
	out, seen := map[string]int{}, map[string]bool{} // one without a direction is shown at both ends
	for _, node := range p.Pages("occurrences", `leadsTo(`+everyRelation+`) { link { key basis } }`) {
		var o struct {
			LeadsTo []struct{ Link struct{ Key, Basis string } }
		}
		if err := json.Unmarshal(node, &o); err != nil {
			p.T.Fatal(err)
		}
		for _, n := range o.LeadsTo {
			if !seen[n.Link.Key] {
				seen[n.Link.Key] = true
				out[n.Link.Basis]++
			}
		}
	}
	return out
}

// fingerprint returns everything that the API shows of a project as sorted lines, but for
// what is made of its name or of the time of a write. A project that is gone has no line.
func (p *Project) fingerprint() []string {
	p.T.Helper()
	if a := p.Ask(`query($project: String!) { project(name: $project) { name } }`, nil); a.Codes() == "PROJECT_NOT_FOUND" {
		return nil
	}
	var lines []string
	for list, fields := range map[string]string{
		"episodes": `key session startedAt outcome reportedOutcome task domain taskType tags lessons revision hash
			links { sourceKey targetKey relation basis confidence note } mentions { as reference { kind key } }`,
		"occurrences": `key kind type label at outcome position
			leadsTo(` + everyRelation + `) { occurrence { key } link { relation basis confidence note episode { key } } }
			causedBy(` + everyRelation + `) { occurrence { key } }`,
		"references": `kind key episodeCount mentions(first: 100) { nodes { as episode { key } occurrence { key } } }`,
	} {
		for _, node := range p.Pages(list, fields) {
			lines = append(lines, fmt.Sprint(list, " ", string(node)))
		}
	}
	slices.Sort(lines)
	return lines
}
