package api_test

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// counted are how many statements, by the name of their file, and requests to the search
// engine were sent.
func counted(t testing.TB, s *harness.Service) map[string]int {
	t.Helper()
	status, text := s.Page(t, "/metrics")
	if status != 200 {
		t.Fatalf("/metrics: status %d", status)
	}
	out := map[string]int{}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), "} ")
		for _, prefix := range []string{`causeway_store_statement_duration_seconds_count{statement="`, `causeway_index_request_duration_seconds_count{request="`} {
			what, is := strings.CutPrefix(name, prefix)
			n, err := strconv.Atoi(value)
			// The backlog is counted and the engines are asked by the look at the numbers itself, and
			// the state of an index is read again when it is old. The embedded engines walk with a
			// statement a level, which is no round trip.
			looks := slices.Contains([]string{"count_backlog", "list_steps", "find_history", "list_bad_indexes", "get_index_state", "meta"}, strings.TrimSuffix(what, `"`))
			walks := strings.HasPrefix(what, "step_") || strings.HasPrefix(what, "get_numbered")
			if is && err == nil && !looks && !walks {
				out[strings.TrimSuffix(what, `"`)] = n
			}
		}
	}
	return out
}

// statements returns how many a query sends, in all and by name.
func (p *project) statements(query string, v vars) (total int, names string) {
	p.T.Helper()
	before := counted(p.T, p.Service)
	harness.Get[any](p, query, v)
	after := counted(p.T, p.Service)
	var parts []string
	for name, n := range after {
		if d := n - before[name]; d > 0 {
			total += d
			parts = append(parts, fmt.Sprintf("%s:%d", name, d))
		}
	}
	slices.Sort(parts)
	return total, strings.Join(parts, " ")
}

// wantSame wants a query to send the same statements for few items and for many.
func (p *project) wantSame(why, query string, few, many vars) {
	p.T.Helper()
	p.wantSameWithin(1, why, query, few, many)
}

// wantSameWithin repeats the comparison, for queries whose engine is at work by itself too.
func (p *project) wantSameWithin(tries int, why, query string, few, many vars) {
	p.T.Helper()
	var a, b string
	for range tries {
		_, a = p.statements(query, few)
		if _, b = p.statements(query, many); a == b {
			return
		}
	}
	p.T.Errorf("%s: %s, and %s", why, a, b)
}

// TestStatements_DoNotGrowWithThePage sends the same query for 5 and for 50 items.
func TestStatements_DoNotGrowWithThePage(t *testing.T) {
	p := projectOn(t, shared.Quiet(t))
	var documents []vars
	for i := range 60 {
		documents = append(documents, vars{
			"id": fmt.Sprintf("ep-%02d", i), "task": "common task for #5", "timestamp": fmt.Sprintf("2026-03-01T10:%02d:00Z", i),
			"decisions": []vars{{"id": "d001", "chosen": "common choice of #6", "effects": []string{"e001"}}, {"id": "d002", "chosen": "other"}},
			"events":    []vars{{"id": "e001", "content": "commit 1a2b3c4 in server.go"}, {"id": "e002", "content": "next", "caused_by": []string{"e001"}}},
			"links":     []vars{{"source": "e002", "relation": "causes", "target": "outcome"}, {"source": "outcome", "relation": "enables", "target": fmt.Sprintf("ep-%02d/d001", (i+1)%60)}},
		})
	}
	p.ImportAll(documents...)
	const occurrence = `key kind episode { key task } ... on Decision { chosen } ... on Event { content } mentions { reference { key } episode { key } }
		causedBy { link { episode { task } } occurrence { key episode { key } } } leadsTo { link { key } occurrence { key episode { key } } }`
	for name, query := range map[string]string{
		"episodes": `episodes(project: $project, first: $first) { totalCount edges { node { key access { count } revisions { number } mentions { reference { key } }
			links { source { key } target { key episode { key } } } outcomeOccurrence { causedBy { occurrence { key } } }
			decisions { leadsTo { link { key } occurrence { key episode { key } } } causedBy { occurrence { key } } mentions { reference { key } } }
			events { leadsTo { occurrence { episode { key } } } causedBy { occurrence { key } } mentions { reference { key } } } } } }`,
		"occurrences": `occurrences(project: $project, first: $first) { totalCount edges { node { ` + occurrence + ` } } }`,
		"references":  `references(project: $project, first: $first) { edges { node { key episodeCount } } }`,
		"mentions":    `reference(project: $project, kind: COMMIT, key: "1a2b3c4") { mentions(first: $first) { edges { node { as episode { key task } occurrence { ` + occurrence + ` } } } } }`,
		"causes":      `occurrence(project: $project, key: "ep-59/outcome") { causes(first: $first) { totalCount edges { terminal node { ` + occurrence + ` } } } }`,
		"effects":     `occurrence(project: $project, key: "ep-01/d001") { effects(first: $first) { totalCount edges { terminal node { ` + occurrence + ` } } } }`,
		"recall":      `recall(project: $project, text: "common choice", first: $first) { truncated hits { episode { key decisions { leadsTo { occurrence { key } } } } occurrences { ` + occurrence + ` } } }`,
	} {
		t.Run(name, func(t *testing.T) {
			p := p.sub(t)
			whole := `query($project: String!, $first: Int!) { ` + query + ` }`
			tries := 1
			if name == "recall" {
				tries = 25 // the index learns vectors in the background, and a search looks at their state
			}
			p.wantSameWithin(tries, "5 and 50 items", whole, vars{"first": 5}, vars{"first": 50})
		})
	}
	ids := func(n int) []string {
		var out []string
		for i := range n {
			out = append(out, fmt.Sprintf("Episode:%s/ep-%02d", p.Name, i), fmt.Sprintf("Occurrence:%s/ep-%02d/d001", p.Name, i), "Project:"+p.Name)
		}
		return out
	}
	const nodes = `query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Episode { task access { count } } ... on Occurrence { leadsTo { occurrence { key } } } ... on Project { totals { links } } } }`
	p.wantSame("9 and 99 nodes", nodes, vars{"ids": ids(3)}, vars{"ids": ids(33)})
	path := func(to string) vars { return vars{"from": "ep-00/d001", "to": to} }
	p.wantSame("a short and a long path", harness.PathQuery, path("ep-00/outcome"), path("ep-12/outcome"))
}
