package resolvers_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
)

// TestStatements_OfQuestions holds how many statements the usual questions take: each is a
// round trip to a server, and round trips are what they cost.
func TestStatements_OfQuestions(t *testing.T) {
	enginetest.Neo4j(t)
	m := open(t)
	m.record(storm())
	m.record(map[string]any{"id": "calm", "task": "write about issue #41", "links": []any{
		map[string]any{"source": "outcome", "relation": "ENABLES", "target": "storm/d001"},
	}})
	ends := map[string]any{"from": "storm/e001", "to": "storm/e002"}
	const path = `query($p: String!, $from: String!, $to: String!) { causalPath(project: $p, from: $from, to: $to) { status `
	tests := []struct {
		why, query string
		variables  map[string]any
		want       string
	}{
		{"a path says what is at its ends", path + `from { matches { key } } paths { length hops { from { label } } } } }`, ends, "find_shortest_paths"},
		{"its episodes are read together", path + `paths { episodes { task } hops { ...h } } } } fragment h on Hop { link { episode { key } } to { episode { key } } }`, ends, "find_shortest_paths get_episodes"},
		{"no path takes a look at the ends", path + `} }`, map[string]any{"from": "storm/outcome", "to": "storm/d001"}, "find_shortest_paths get_occurrences"},
		{"recall has read its episodes", `query($p: String!) { recall(project: $p, text: "gateway storm") { hits { episode { task } } } }`, nil, "get_episodes"},
		{
			"related episodes are read together, and their ways once", `query($p: String!) { recall(project: $p, text: "gateway storm", related: 9) { related {
			episode { task } steps { from { key } to { key } fromOccurrence { key } toOccurrence { key } } } } }`, nil,
			"count_episodes get_episodes get_episodes get_occurrences list_link_bridges list_link_bridges list_reference_bridges list_reference_bridges",
		},
		{"similar failures", `query($p: String!) { similarFailures(project: $p, error: "503", decisions: ["roll back"]) { hits { episode { task } } } }`, nil, "get_episodes"},
		{"similar decisions", `query($p: String!) { similarDecisions(project: $p, context: "errors rise") { hits { decision { chosen } episode { task } } } }`, nil, "get_episodes"},
		{"what to read", `query($p: String!) { contextFor(project: $p, task: "gateway storm") { entries { episode { task } } } }`, nil, "count_attributed get_episodes list_attributed_episodes"},
		{"an episode", `query($p: String!) { episode(project: $p, key: "storm") { task events { content } } }`, nil, "get_episodes"},
	}
	for _, tt := range tests {
		got := m.counted(func() { m.get(tt.query, tt.variables) })
		slices.Sort(got)
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: sends %s, want %s", tt.why, s, tt.want)
		}
	}
}

func TestPath_EndsNamedWithASlash(t *testing.T) {
	m := open(t)
	e := storm()
	e["events"] = []any{
		map[string]any{"id": "e001", "type": "TOOL_CALL", "content": "edit src/gateway.go"},
		map[string]any{"id": "e002", "type": "ERROR", "content": "test gateway/storm", "causedBy": []any{"e001"}},
	}
	m.record(e)
	const path = `query($p: String!, $from: String!, $to: String!) { causalPath(project: $p, from: $from, to: $to) { status from { asked total } to { asked total } paths { length } } }`
	for _, tt := range []struct{ why, from, to, status string }{
		{"labels that look like keys", "src/gateway.go", "gateway/storm", "FOUND"},
		{"a key and such a label", "storm/e001", "gateway/storm", "FOUND"},
		{"the other way round", "gateway/storm", "storm/e001", "NO_PATH"},
		{"a key that is none", "storm/e009", "storm/e001", "UNKNOWN_END"},
		{"one key twice", "storm/e001", "storm/e001", "FOUND"},
	} {
		a := m.get(path, map[string]any{"from": tt.from, "to": tt.to})
		if a.at("causalPath.status") != tt.status || a.at("causalPath.from.asked") != tt.from || a.at("causalPath.to.asked") != tt.to {
			t.Errorf("%s: %s", tt.why, a.body)
		}
	}
}
