package resolvers_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLookups_OfWhatIsNotThere(t *testing.T) {
	m := open(t)
	m.record(storm())
	tests := []struct {
		why, field, code string
	}{
		{"no such episode", `episode(project: $p, key: "x") { key }`, "NOT_FOUND"},
		{"no such project", `episode(project: "no-such-project", key: "x") { key }`, "PROJECT_NOT_FOUND"},
		{"an impossible project", `episode(project: "../x", key: "x") { key }`, "PROJECT_NOT_FOUND"},
		{"a project by name", `project(name: "no-such-project") { name }`, "PROJECT_NOT_FOUND"},
		{"no such occurrence", `occurrence(project: $p, key: "storm/d009") { key }`, "NOT_FOUND"},
		{"an occurrence of no project", `occurrence(project: "no-such-project", key: "storm/d001") { key }`, "PROJECT_NOT_FOUND"},
		{"no such reference", `reference(project: $p, kind: ISSUE, key: "4") { key }`, "NOT_FOUND"},
		{"a reference that begins like one", `reference(project: $p, kind: ISSUE, key: "411") { key }`, "NOT_FOUND"},
		{"no such global id", `node(id: "Occurrence:no-such-project/a/b") { id }`, "NOT_FOUND"},
		{"episodes of no project", `episodes(project: "no-such-project") { totalCount }`, "PROJECT_NOT_FOUND"},
		{"occurrences of no project", `occurrences(project: "no-such-project") { totalCount }`, "PROJECT_NOT_FOUND"},
		{"references of no project", `references(project: "no-such-project") { edges { cursor } }`, "PROJECT_NOT_FOUND"},
		{"mentions of no project", `reference(project: "no-such-project", kind: ISSUE, key: "41") { mentions { edges { cursor } } }`, "PROJECT_NOT_FOUND"},
		{"an episode like one of no project", `recall(project: "no-such-project", like: "x") { truncated }`, "PROJECT_NOT_FOUND"},
		{"a path of no project", `causalPath(project: "no-such-project", from: "a", to: "b") { status }`, "PROJECT_NOT_FOUND"},
		{"causes of no project", `occurrence(project: "no-such-project", key: "a/b") { causes { totalCount } }`, "PROJECT_NOT_FOUND"},
		{"causes of no occurrence", `occurrence(project: $p, key: "storm/d009") { causes { totalCount } }`, "NOT_FOUND"},
		{"decisions of no episode", `episode(project: $p, key: "x") { decisions(byTime: true) { key } }`, "NOT_FOUND"},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got := m.ask(`query($p: String!) { wanted: `+tt.field+` there: episode(project: $p, key: "storm") { key } }`, nil)
			if got.code() != tt.code || got.Errors[0].Path[0] != "wanted" || len(got.Errors) != 1 {
				t.Errorf("answered with %s, want %s", got.body, tt.code)
			}
			if got.at("wanted") != nil || got.at("there.key") != "storm" {
				t.Errorf("what is there is lost with what is not: %s", got.body)
			}
		})
	}
}

func TestNodes_InTheOrderGiven(t *testing.T) {
	m := open(t)
	m.record(storm())
	id := func(typ, key string) string { return fmt.Sprintf("%s:%s/%s", typ, m.project, key) }
	ids := []any{
		id("Occurrence", "storm/e001"), id("Episode", "nothing"), "Project:" + m.project, id("Reference", "ISSUE/41"),
		id("Episode", "storm"), id("Reference", "COMMIT/1a2b3c4"), "Project:no-such-project", id("Occurrence", "storm/outcome"),
	}
	got := m.get(`query($i: [ID!]!) { nodes(ids: $i) { id __typename ... on Occurrence { label } ... on Project { totals { episodes decisions events } } } }`,
		map[string]any{"i": ids})
	want := []any{
		map[string]any{"__typename": "Event", "id": ids[0], "label": "503 from the gateway"},
		nil,
		map[string]any{"__typename": "Project", "id": ids[2], "totals": map[string]any{"episodes": 1.0, "decisions": 3.0, "events": 2.0}},
		map[string]any{"__typename": "Reference", "id": ids[3]},
		map[string]any{"__typename": "Episode", "id": ids[4]},
		map[string]any{"__typename": "Reference", "id": ids[5]},
		nil,
		map[string]any{"__typename": "EpisodeOutcome", "id": ids[7], "label": "outcome: failure"},
	}
	if diff := cmp.Diff(want, got.at("nodes")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOccurrences(t *testing.T) {
	m := open(t)
	m.record(storm())
	tests := []struct {
		why, filter string
		want        []any
	}{
		{"all, by key", `{}`, []any{"storm/d001", "storm/d002", "storm/d003", "storm/e001", "storm/e002", "storm/outcome"}},
		{"by kind", `{kinds: [DECISION, OUTCOME]}`, []any{"storm/d001", "storm/d002", "storm/d003", "storm/outcome"}},
		{"by type, as the enums spell it", `{types: [ERROR, OTHER]}`, []any{"storm/d003", "storm/e001"}},
		{"by part of the label in any case", `{label: "GATEWAY"}`, []any{"storm/e001"}},
		{"by another episode", `{episode: "other"}`, []any{}},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got := m.get(`query($p: String!) { occurrences(project: $p, filter: `+tt.filter+`) { totalCount edges { node { key } } } }`, nil)
			if diff := cmp.Diff(tt.want, got.each("occurrences.edges", "node.key")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got.at("occurrences.totalCount") != float64(len(tt.want)) {
				t.Errorf("counted %v", got.at("occurrences.totalCount"))
			}
		})
	}
	detail := m.get(`query($p: String!) { occurrences(project: $p) { edges { node { kind type ... on Decision { chosen } ... on Event { content } episode { key } } } } }`, nil)
	want := []any{
		map[string]any{"kind": "DECISION", "type": "RECOVERY", "chosen": "roll back 1a2b3c4d5e6f", "episode": map[string]any{"key": "storm"}},
		map[string]any{"kind": "EVENT", "type": "ERROR", "content": "503 from the gateway", "episode": map[string]any{"key": "storm"}},
		map[string]any{"kind": "OUTCOME", "type": "FAILURE", "episode": map[string]any{"key": "storm"}},
	}
	got := []any{detail.at("occurrences.edges.0.node"), detail.at("occurrences.edges.3.node"), detail.at("occurrences.edges.5.node")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("details (-want +got):\n%s", diff)
	}
}

func TestReferences(t *testing.T) {
	m := open(t)
	m.record(storm())
	m.record(map[string]any{"id": "after", "task": "Clean up", "events": []any{
		map[string]any{"id": "e001", "type": "COMMIT", "content": "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d jitter"},
		map[string]any{"id": "e002", "type": "COMMIT", "content": "commit 1a2b3c4fffff another"},
	}})
	list := m.get(`query($p: String!) { references(project: $p) { edges { node { kind key episodeCount mentions(first: 2) { nodes { occurrence { key } episode { key } } } } } } }`, nil)
	by := func(key any, episode string) map[string]any {
		occurrence := any(nil)
		if key != nil {
			occurrence = map[string]any{"key": key}
		}
		return map[string]any{"occurrence": occurrence, "episode": map[string]any{"key": episode}}
	}
	nodes := func(all ...any) map[string]any { return map[string]any{"nodes": all} }
	want := []any{
		map[string]any{"node": map[string]any{
			"kind": "COMMIT", "key": "1a2b3c4", "episodeCount": 2.0, "mentions": nodes(by("after/e001", "after"), by("after/e002", "after")),
		}},
		map[string]any{"node": map[string]any{
			"kind": "ISSUE", "key": "41", "episodeCount": 1.0, "mentions": nodes(by(nil, "storm"), by("storm/e002", "storm")),
		}},
	}
	if diff := cmp.Diff(want, list.at("references.edges")); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
	for sha, want := range map[string][]any{
		"1a2b3c4":          {"after/e001", "after/e002", "storm/d001"},
		"1A2B3C4":          {"after/e001", "after/e002", "storm/d001"},
		"1a2b3c4d5e6f":     {"after/e001", "storm/d001"},
		"1A2B3C4D5E6F7A8B": {"after/e001", "storm/d001"},
		"1a2b3c4eeeee":     {},
	} {
		got := m.get(`query($p: String!, $s: String!) { reference(project: $p, kind: COMMIT, key: $s) { mentions {
			edges { node { as episode { key } occurrence { key label } reference { id } } } } } }`, map[string]any{"s": sha})
		if diff := cmp.Diff(want, got.each("reference.mentions.edges", "node.occurrence.key")); diff != "" {
			t.Errorf("mentions of %s (-want +got):\n%s", sha, diff)
		}
	}
	head := m.get(`query($p: String!) { episode(project: $p, key: "storm") { mentions { as occurrence { key } reference { kind key } } events { mentions { reference { key } } } } }`, nil)
	if head.at("episode.mentions.0.reference.key") != "41" || head.at("episode.mentions.0.occurrence") != nil || head.at("episode.events.1.mentions.0.reference.key") != "41" {
		t.Errorf("mentions of the episode: %s", head.body)
	}
	page := m.get(`query($p: String!) { reference(project: $p, kind: ISSUE, key: "41") { mentions(first: 1) { pageInfo { hasNextPage endCursor } } } }`, nil)
	next := m.get(`query($p: String!, $a: String) { reference(project: $p, kind: ISSUE, key: "41") { mentions(first: 1, after: $a) { pageInfo { hasNextPage } edges { node { occurrence { key } } } } } }`,
		map[string]any{"a": page.at("reference.mentions.pageInfo.endCursor")})
	if page.at("reference.mentions.pageInfo.hasNextPage") != true || next.at("reference.mentions.pageInfo.hasNextPage") != false || len(next.at("reference.mentions.edges").([]any)) != 1 {
		t.Errorf("two mentions on two pages: %s %s", page.body, next.body)
	}
}
