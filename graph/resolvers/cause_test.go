package resolvers_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCausalPath(t *testing.T) {
	m := open(t)
	m.record(storm())
	tests := []struct {
		why, arguments, status string
		lengths                []any
	}{
		{"by key", `from: "storm/e001", to: "storm/e002"`, "FOUND", []any{3.0}},
		{"by part of the label", `from: "gateway", to: "TRAFFIC calm"`, "FOUND", []any{3.0}},
		{"too shallow", `from: "storm/e001", to: "storm/e002", maxDepth: 2`, "NO_PATH", []any{}},
		{"against the links", `from: "storm/e002", to: "storm/e001"`, "NO_PATH", []any{}},
		{"by correlation only when asked for", `from: "storm/e001", to: "storm/e002", filter: {relations: [CORRELATES]}`, "FOUND", []any{1.0}},
		{"by basis", `from: "storm/e001", to: "storm/outcome", filter: {bases: [STATED]}`, "NO_PATH", []any{}},
		{"to itself", `from: "storm/e001", to: "storm/e001"`, "FOUND", []any{0.0}},
		{"to a name that nothing has", `from: "storm/e001", to: "elephant"`, "UNKNOWN_END", []any{}},
		{"all of them", `from: "storm/e001", to: "storm/e002", mode: ALL_SIMPLE, filter: {relations: [CAUSES, ENABLES, CORRELATES]}`, "FOUND", []any{1.0, 3.0}},
		{"no more than wanted", `from: "storm/e001", to: "storm/e002", mode: ALL_SIMPLE, filter: {relations: [CAUSES, ENABLES, CORRELATES]}, first: 1`, "TRUNCATED", []any{1.0}},
		{"a long search", `from: "storm/e001", to: "storm/e002", maxDepth: 100`, "FOUND", []any{3.0}},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got := m.get(`query($p: String!) { causalPath(project: $p, `+tt.arguments+`) { status paths { length } } }`, nil)
			if got.at("causalPath.status") != tt.status {
				t.Errorf("status %v, want %s", got.at("causalPath.status"), tt.status)
			}
			if diff := cmp.Diff(tt.lengths, got.each("causalPath.paths", "length")); diff != "" {
				t.Errorf("lengths (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCausalPath_TellsWhatLiesBeyondTheDepth(t *testing.T) {
	m := open(t)
	m.record(storm())
	for arguments, want := range map[string]any{
		`from: "storm/e001", to: "storm/e002", maxDepth: 2`:                   3.0,
		`from: "storm/e001", to: "storm/e002", maxDepth: 2, mode: ALL_SIMPLE`: 3.0,
		`from: "storm/e001", to: "storm/e002", maxDepth: 3`:                   nil,
		`from: "storm/e002", to: "storm/e001", maxDepth: 2`:                   nil,
	} {
		got := m.get(`query($p: String!) { causalPath(project: $p, `+arguments+`) { shortestBeyond } }`, nil)
		if got.at("causalPath.shortestBeyond") != want {
			t.Errorf("%s: the shortest has %v links, want %v", arguments, got.at("causalPath.shortestBeyond"), want)
		}
	}
}

func TestCausalPath_TellsItsEvidence(t *testing.T) {
	m := open(t)
	m.record(storm())
	got := m.get(`query($p: String!) { causalPath(project: $p, from: "gateway", to: "storm/e002") {
		maxDepth from { asked total ambiguous matches { key } }
		paths { length bases episodes { key outcome } from { key } to { key }
			hops { from { key } to { key ... on Decision { chosen } } link { relation basis confidence note episode { key } } } } } }`, nil)
	hop := func(from, to, relation string, chosen, confidence, note any) map[string]any {
		end := map[string]any{"key": to}
		if chosen != nil {
			end["chosen"] = chosen
		}
		return map[string]any{
			"from": map[string]any{"key": from}, "to": end,
			"link": map[string]any{
				"relation": relation, "basis": "STATED", "confidence": confidence, "note": note, "episode": map[string]any{"key": "storm"},
			},
		}
	}
	want := map[string]any{
		"maxDepth": 100.0,
		"from":     map[string]any{"asked": "gateway", "total": 1.0, "ambiguous": false, "matches": []any{map[string]any{"key": "storm/e001"}}},
		"paths": []any{map[string]any{
			"length": 3.0, "bases": []any{"STATED"}, "episodes": []any{map[string]any{"key": "storm", "outcome": "FAILURE"}},
			"from": map[string]any{"key": "storm/e001"}, "to": map[string]any{"key": "storm/e002"},
			"hops": []any{
				hop("storm/e001", "storm/d003", "CAUSES", "look at the graphs", nil, nil),
				hop("storm/d003", "storm/d001", "ENABLES", "roll back 1a2b3c4d5e6f", 0.8, "saw the pattern"),
				hop("storm/d001", "storm/e002", "CAUSES", nil, nil, nil),
			},
		}},
	}
	if diff := cmp.Diff(want, got.at("causalPath")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCausalPath_Refused(t *testing.T) {
	m := open(t)
	m.record(storm())
	for arguments, field := range map[string]string{
		`from: "a", to: "b", maxDepth: 0`:                    "maxDepth",
		`from: "a", to: "b", maxDepth: -1`:                   "maxDepth",
		`from: "a", to: "b", maxDepth: 101`:                  "maxDepth",
		`from: "a", to: "b", maxDepth: 11, mode: ALL_SIMPLE`: "maxDepth",
		`from: "a", to: "b", first: 0`:                       "first",
		`from: "a", to: "b", first: 1001`:                    "first",
		`from: "", to: "b"`:                                  "from",
		`from: "a", to: "  "`:                                "to",
	} {
		got := m.ask(`query($p: String!) { causalPath(project: $p, `+arguments+`) { status } }`, nil)
		if got.code() != "INVALID_INPUT" || got.Errors[0].Extensions.Field != field {
			t.Errorf("%s: %s", arguments, got.body)
		}
	}
}

func TestCausesAndEffects(t *testing.T) {
	m := open(t)
	m.record(storm())
	causes := m.get(`query($p: String!) { occurrence(project: $p, key: "storm/e002") { causes { totalCount edges { depth terminal node { key } } } } }`, nil)
	step := func(key string, depth float64, end string, last bool) map[string]any {
		return map[string]any{"depth": depth, end: last, "node": map[string]any{"key": key}}
	}
	want := []any{step("storm/d001", 1, "terminal", false), step("storm/d003", 2, "terminal", false), step("storm/e001", 3, "terminal", true)}
	if diff := cmp.Diff(want, causes.at("occurrence.causes.edges")); diff != "" || causes.at("occurrence.causes.totalCount") != 3.0 {
		t.Errorf("causes (-want +got):\n%s", diff)
	}
	effects := m.get(`query($p: String!) { occurrence(project: $p, key: "storm/e001") { effects(maxDepth: 1) { totalCount edges { depth terminal node { key } } } } }`, nil)
	want = []any{step("storm/d003", 1, "terminal", false), step("storm/outcome", 1, "terminal", true)}
	if diff := cmp.Diff(want, effects.at("occurrence.effects.edges")); diff != "" || effects.at("occurrence.effects.totalCount") != 2.0 {
		t.Errorf("effects (-want +got):\n%s", diff)
	}
	first := m.get(`query($p: String!) { occurrence(project: $p, key: "storm/e002") { causes(first: 2) { pageInfo { endCursor hasNextPage } } } }`, nil)
	rest := m.get(`query($p: String!, $a: String) { occurrence(project: $p, key: "storm/e002") { causes(first: 2, after: $a) { pageInfo { hasNextPage } edges { node { key } } } } }`,
		map[string]any{"a": first.at("occurrence.causes.pageInfo.endCursor")})
	if diff := cmp.Diff([]any{"storm/e001"}, rest.each("occurrence.causes.edges", "node.key")); diff != "" || rest.at("occurrence.causes.pageInfo.hasNextPage") != false {
		t.Errorf("the second page (-want +got):\n%s", diff)
	}
	other := m.ask(`query($p: String!, $a: String) { occurrence(project: $p, key: "storm/e002") { effects(after: $a) { totalCount } } }`,
		map[string]any{"a": first.at("occurrence.causes.pageInfo.endCursor")})
	if other.code() != "INVALID_INPUT" {
		t.Errorf("a cursor of causes pages through effects: %s", other.body)
	}
}

func TestRecall(t *testing.T) {
	m := open(t)
	m.record(storm())
	m.record(map[string]any{"id": "other", "task": "Paint the fence", "outcome": "SUCCESS"})
	got := m.get(`query($p: String!) { recall(project: $p, text: "what to do about 503 errors of the gateway?") {
		degraded reason truncated hits { score part text words episode { key outcome } occurrences { key } } } }`, nil)
	if got.at("recall.degraded") != false || got.at("recall.reason") != nil || got.at("recall.hits.0.episode.key") != "storm" {
		t.Fatalf("recall: %s", got.body)
	}
	if diff := cmp.Diff([]any{"storm"}, got.each("recall.hits", "episode.key")); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	keys := got.each("recall.hits.0.occurrences", "key")
	if got.at("recall.hits.0.part") != "EVENTS" || len(keys) == 0 || keys[0] != "storm/e001" {
		t.Errorf("the chunk quotes %v: %s", keys, got.body)
	}
	none := m.get(`query($p: String!) { recall(project: $p, text: "gateway", filter: {outcomes: [SUCCESS]}) { truncated hits { score } } }`, nil)
	if len(none.at("recall.hits").([]any)) != 0 {
		t.Errorf("a filter does not apply: %s", none.body)
	}
	for arguments, field := range map[string]string{`text: "x", first: 0`: "first", `text: "x", first: 101`: "first", `text: "x", offset: -1`: "offset", `text: " "`: "text"} {
		bad := m.ask(`query($p: String!) { recall(project: $p, `+arguments+`) { truncated } }`, nil)
		if bad.code() != "INVALID_INPUT" || bad.Errors[0].Extensions.Field != field {
			t.Errorf("%s: %s", arguments, bad.body)
		}
	}
}
