package resolvers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEpisode_ComesBackWhole(t *testing.T) {
	m := open(t)
	m.record(storm())
	got := m.get(`query($p: String!) { episode(project: $p, key: "storm") {
		id key project session startedAt outcome reportedOutcome task domain taskType complexity
		context { variable state } tools strategies tags goals constraints insights lessons notes
		metrics { durationMinutes toolCalls errors recoveries commits filesChanged } causalOrderVersion
		decisions { id key shortId position at type reportedType context options chosen rationale outcome reportedFactor episode { key } }
		events { id key shortId position at type content }
		revision deletedAt indexed
	} }`, nil).at("episode")
	id := func(short string) string { return "Occurrence:" + m.project + "/storm/" + short }
	none := []any{}
	want := map[string]any{
		"id": "Episode:" + m.project + "/storm", "key": "storm", "project": m.project, "session": "s-1",
		"startedAt": "2026-05-03T08:00:00Z", "outcome": "FAILURE", "reportedOutcome": nil, "task": "Stop the retry storm of issue #41",
		"domain": "payments", "taskType": "incident", "complexity": "high",
		"context": []any{map[string]any{"variable": "backoff", "state": "none"}, map[string]any{"variable": "load", "state": "high"}},
		"tools":   []any{"kubectl"}, "strategies": []any{"rollback first"}, "tags": []any{"storm"}, "goals": []any{"calm"},
		"constraints": []any{"no downtime"}, "insights": []any{"retries multiply"}, "lessons": []any{"add jitter"}, "notes": []any{"written by hand"},
		"metrics": map[string]any{
			"durationMinutes": 42.5, "toolCalls": 9e9, "errors": 0.0, "recoveries": nil, "commits": nil, "filesChanged": nil,
		},
		"causalOrderVersion": 0.0,
		"decisions": []any{
			map[string]any{
				"id": id("d001"), "key": "storm/d001", "shortId": "d001", "position": 0.0, "at": "2026-05-03T08:20:00Z", "type": "RECOVERY",
				"reportedType": nil, "context": "errors rise", "options": []any{"wait", "roll back"}, "chosen": "roll back 1a2b3c4d5e6f",
				"rationale": "it was calm before", "outcome": "SUCCESS", "reportedFactor": "rollback", "episode": map[string]any{"key": "storm"},
			},
			map[string]any{
				"id": id("d002"), "key": "storm/d002", "shortId": "d002", "position": 1.0, "at": nil, "type": "UNKNOWN",
				"reportedType": nil, "context": nil, "options": none, "chosen": "write it down",
				"rationale": nil, "outcome": "UNKNOWN", "reportedFactor": nil, "episode": map[string]any{"key": "storm"},
			},
			map[string]any{
				"id": id("d003"), "key": "storm/d003", "shortId": "d003", "position": 2.0, "at": "2026-05-03T08:10:00Z", "type": "OTHER",
				"reportedType": "triage", "context": nil, "options": none, "chosen": "look at the graphs",
				"rationale": nil, "outcome": "UNKNOWN", "reportedFactor": nil, "episode": map[string]any{"key": "storm"},
			},
		},
		"events": []any{
			map[string]any{"id": id("e001"), "key": "storm/e001", "shortId": "e001", "position": 0.0, "at": "2026-05-03T08:05:00Z", "type": "ERROR", "content": "503 from the gateway"},
			map[string]any{"id": id("e002"), "key": "storm/e002", "shortId": "e002", "position": 1.0, "at": nil, "type": "MILESTONE", "content": "traffic calm, see issue #41"},
		},
		"revision": 1.0, "deletedAt": nil, "indexed": true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEpisode_LinksAtItsOccurrences(t *testing.T) {
	m := open(t)
	m.record(storm())
	got := m.get(`query($p: String!) { episode(project: $p, key: "storm") {
		links { sourceKey source { label } targetKey target { kind } relation basis confidence note }
		outcomeOccurrence { key causedBy { occurrence { key } link { relation basis episode { key } } } }
		decisions { shortId leadsTo { occurrence { key } link { relation basis confidence note } } causedBy { occurrence { key } } }
		events { shortId all: leadsTo(filter: {relations: [CAUSES, CORRELATES]}) { occurrence { key } } measured: leadsTo(filter: {bases: [MEASURED]}) { occurrence { key } } leadsTo { occurrence { key } } }
	} }`, nil)
	if n := len(got.at("episode.links").([]any)); n != 5 {
		t.Errorf("%d stated links, want the 5 of the input with the double one folded: %s", n, got.body)
	}
	want := map[string]any{
		"occurrence": map[string]any{"key": "storm/d001"},
		"link":       map[string]any{"relation": "ENABLES", "basis": "STATED", "confidence": 0.8, "note": "saw the pattern"},
	}
	if diff := cmp.Diff(want, got.at("episode.decisions.2.leadsTo.0")); diff != "" {
		t.Errorf("d003 leads to (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]any{"storm/d003"}, got.each("episode.decisions.0.causedBy", "occurrence.key")); diff != "" {
		t.Errorf("d001 is caused by (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]any{"storm/e001"}, got.each("episode.outcomeOccurrence.causedBy", "occurrence.key")); diff != "" {
		t.Errorf("the outcome is caused by (-want +got):\n%s", diff)
	}
	for field, want := range map[string][]any{
		"leadsTo": {"storm/d003", "storm/outcome"}, "measured": {"storm/outcome"}, "all": {"storm/d003", "storm/e002", "storm/outcome"},
	} {
		keys := got.each("episode.events.0."+field, "occurrence.key")
		slices.SortFunc(keys, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
		if diff := cmp.Diff(want, keys); diff != "" {
			t.Errorf("e001 %s (-want +got):\n%s", field, diff)
		}
	}
}

func TestEpisode_RevisionsAndAccess(t *testing.T) {
	m := open(t)
	m.record(storm())
	changed := storm()
	changed["lessons"] = []any{"add jitter", "and a budget"}
	if got := m.record(changed).at("recordEpisode.receipt.change"); got != "REVISED" {
		t.Errorf("other content: %v", got)
	}
	again := m.record(changed)
	if got := again.at("recordEpisode.receipt.change"); got != "UNCHANGED" {
		t.Errorf("the same content: %v", got)
	}
	for range 3 {
		m.get(`query($p: String!) { episode(project: $p, key: "storm") { key } }`, nil)
	}
	m.get(`query($i: ID!) { node(id: $i) { id } }`, map[string]any{"i": "Episode:" + m.project + "/storm"})
	if err := m.service.Reading.FlushAccess(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := m.get(`query($p: String!) { episodes(project: $p) { edges { node { revision hash access { count lastAt }
		revisions { number hash content recordedAt } } } } }`, nil)
	node := "episodes.edges.0.node."
	if got.at(node+"access.count") != 4.0 || got.at(node+"access.lastAt") == nil {
		t.Errorf("access: %v", got.at(node+"access"))
	}
	if diff := cmp.Diff([]any{2.0, 1.0}, got.each(node+"revisions", "number")); diff != "" {
		t.Errorf("revisions (-want +got):\n%s", diff)
	}
	if got.at(node+"hash") != got.at(node+"revisions.0.hash") || got.at(node+"hash") != again.at("recordEpisode.receipt.hash") {
		t.Errorf("hashes differ: %s", got.body)
	}
	if old := got.at(node + "revisions.1.content").(string); !strings.Contains(old, `"add jitter"`) || strings.Contains(old, "budget") {
		t.Errorf("the first revision is %s", old)
	}
}

func TestEpisode_DeleteRestorePurge(t *testing.T) {
	m := open(t)
	m.record(storm())
	const show = `query($p: String!) { episode(project: $p, key: "storm") { key } }`
	steps := []struct {
		why, query, code string
	}{
		{"delete", `mutation($p: String!) { deleteEpisode(project: $p, key: "storm") { removedId } }`, ""},
		{"it is gone", show, "NOT_FOUND"},
		{"so is its occurrence", `query($p: String!) { occurrence(project: $p, key: "storm/d001") { key } }`, "NOT_FOUND"},
		{"it cannot be deleted twice", `mutation($p: String!) { deleteEpisode(project: $p, key: "storm") { removedId } }`, "NOT_FOUND"},
		{"restore", `mutation($p: String!) { restoreEpisode(project: $p, key: "storm") { episode { key } receipt { change } } }`, ""},
		{"it is back", show, ""},
		{"it cannot be restored twice", `mutation($p: String!) { restoreEpisode(project: $p, key: "storm") { receipt { change } } }`, "NOT_FOUND"},
		{"purge", `mutation($p: String!) { purgeEpisode(project: $p, key: "storm") { removedId } }`, ""},
		{"it cannot be restored any more", `mutation($p: String!) { restoreEpisode(project: $p, key: "storm") { receipt { change } } }`, "NOT_FOUND"},
		{"purge the project", `mutation($p: String!) { purgeProject(project: $p, confirm: $p) { removedId } }`, ""},
		{"the project is gone", show, "PROJECT_NOT_FOUND"},
		{"it cannot be purged twice", `mutation($p: String!) { purgeProject(project: $p, confirm: $p) { removedId } }`, "PROJECT_NOT_FOUND"},
	}
	for _, step := range steps {
		if got := m.ask(step.query, nil); got.code() != step.code {
			t.Fatalf("%s: %s", step.why, got.body)
		}
		if step.why == "delete" {
			deleted := m.get(`query($p: String!) { episodes(project: $p, deleted: true) { totalCount edges { node { key deletedAt } } } }`, nil)
			if deleted.at("episodes.totalCount") != 1.0 || deleted.at("episodes.edges.0.node.deletedAt") == nil {
				t.Errorf("the deleted episodes: %s", deleted.body)
			}
		}
	}
}

func TestEpisodes_PagesAreStable(t *testing.T) {
	m := open(t)
	const n = 23
	for i := range n {
		m.record(map[string]any{
			"id": fmt.Sprintf("e-%02d", i), "task": "t", "outcome": []string{"SUCCESS", "FAILURE"}[i%2],
			"startedAt": []any{fmt.Sprintf("2026-05-%02d", 1+i/2), nil}[min(i/20, 1)],
		})
	}
	var got []string
	after := any(nil)
	for pages := 0; ; pages++ {
		page := m.get(`query($p: String!, $a: String) { episodes(project: $p, first: 5, after: $a) {
			totalCount pageInfo { hasNextPage hasPreviousPage endCursor } edges { cursor node { key startedAt } } } }`, map[string]any{"a": after})
		for _, key := range page.each("episodes.edges", "node.key") {
			got = append(got, key.(string))
		}
		if page.at("episodes.totalCount") != float64(n) || page.at("episodes.pageInfo.hasPreviousPage") != (pages > 0) {
			t.Fatalf("page %d: %s", pages, page.body)
		}
		if pages == 1 {
			m.record(map[string]any{"id": "newest", "task": "t", "startedAt": "2027-01-01"})
			m.get(`mutation($p: String!) { purgeEpisode(project: $p, key: "newest") { removedId } }`, nil)
			m.record(map[string]any{"id": "e-19", "task": "another", "outcome": "FAILURE", "startedAt": "2026-05-10"})
		}
		if page.at("episodes.pageInfo.hasNextPage") == false {
			break
		}
		after = page.at("episodes.pageInfo.endCursor")
	}
	if len(got) != n || got[0] != "e-18" && got[0] != "e-19" || !strings.HasPrefix(got[n-1], "e-2") {
		t.Errorf("%d episodes, latest first and undated last: %v", len(got), got)
	}
	slices.Sort(got)
	if len(slices.Compact(got)) != n {
		t.Errorf("an episode is on two pages: %v", got)
	}
	filtered := m.get(`query($p: String!) { episodes(project: $p, first: 100, filter: {outcomes: [FAILURE], since: "2026-05-03", until: "2026-05-05"}) {
		totalCount edges { node { key } } } }`, nil)
	if diff := cmp.Diff([]any{"e-05", "e-07"}, sorted(filtered.each("episodes.edges", "node.key"))); diff != "" || filtered.at("episodes.totalCount") != 2.0 {
		t.Errorf("filtered (-want +got):\n%s%s", diff, filtered.body)
	}
}

func sorted(words []any) []any {
	slices.SortFunc(words, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	return words
}

func TestDecisionSequence_ByTimeThenPosition(t *testing.T) {
	m := open(t)
	at := []any{nil, "2026-05-03T09:00:00Z", "2026-05-03T08:00:00Z", nil, "2026-05-03T09:00:00Z", "2026-05-02"}
	var decisions []any
	for i, a := range at {
		decisions = append(decisions, map[string]any{"id": fmt.Sprintf("d%03d", i), "chosen": "x", "at": a})
	}
	m.record(map[string]any{"id": "a", "task": "t", "decisions": decisions})
	got := m.get(`query($p: String!) { episode(project: $p, key: "a") { decisions(byTime: true) { shortId } } }`, nil)
	if diff := cmp.Diff([]any{"d005", "d002", "d001", "d004", "d000", "d003"}, got.each("episode.decisions", "shortId")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
