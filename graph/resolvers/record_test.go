package resolvers_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/httpapi"
)

func TestRecordEpisode_Receipt(t *testing.T) {
	m := open(t)
	e := storm()
	e["links"] = []any{}
	got := m.record(e)
	receipt := got.at("recordEpisode.receipt").(map[string]any)
	if len(receipt["hash"].(string)) != 64 {
		t.Errorf("hash %v", receipt["hash"])
	}
	delete(receipt, "hash")
	want := map[string]any{
		"project": m.project, "episodeKey": "storm", "revision": 1.0, "change": "CREATED", "state": "INDEXED", "reason": nil, "pendingLinks": []any{},
	}
	if diff := cmp.Diff(want, receipt); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRecordEpisode_EveryProblemHasItsPlace(t *testing.T) {
	m := open(t)
	got := m.ask(`mutation($p: String!, $e: EpisodeInput!) { recordEpisode(project: $p, input: $e) { receipt { hash } } }`,
		map[string]any{"e": map[string]any{
			"id": "a b", "task": "t",
			"decisions": []any{map[string]any{"id": "d001"}, map[string]any{"id": "d001"}},
			"events":    []any{map[string]any{"id": "e001", "content": "c", "causedBy": []any{"e009"}}},
			"links":     []any{map[string]any{"source": "d001", "relation": "CAUSES", "target": "e001", "confidence": 2}},
			"metrics":   map[string]any{"toolCalls": -1},
		}})
	fields := map[string]string{}
	for _, e := range got.Errors {
		fields[e.Extensions.Field] = e.Extensions.Code
		if e.Extensions.RequestID == "" || len(e.Path) != 1 || e.Path[0] != "recordEpisode" {
			t.Errorf("an error without request id or path: %+v", e)
		}
	}
	want := map[string]string{
		"input.id": "INVALID_INPUT", "input.decisions[1].id": "DUPLICATE_ID", "input.events[0].causedBy[0]": "DANGLING_REFERENCE",
		"input.links[0].confidence": "INVALID_INPUT", "input.metrics.toolCalls": "INVALID_INPUT",
	}
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Errorf("(-want +got):\n%s\n%s", diff, got.body)
	}
	if there := m.ask(`query($p: String!) { project(name: $p) { name } }`, nil); there.code() != "PROJECT_NOT_FOUND" {
		t.Errorf("a refused episode made its project: %s", there.body)
	}
}

func TestRecordEpisode_Refused(t *testing.T) {
	m := open(t)
	tests := []struct {
		why, project string
		edit         map[string]any
		code, field  string
	}{
		{"a project that no name can be", "a/b", nil, "INVALID_INPUT", "project"},
		{"ten megabytes", "", map[string]any{"task": strings.Repeat("x ", 5<<20)}, "TOO_LARGE", "input.task"},
		{"a text that is too long", "", map[string]any{"task": strings.Repeat("x ", 50<<10)}, "TOO_LARGE", "input.task"},
		{
			"an occurrence of its own that is not there", "", map[string]any{"links": []any{
				map[string]any{"source": "a/d009", "relation": "CAUSES", "target": "d001"},
			}}, "DANGLING_REFERENCE", "input.links[0].source",
		},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			e := map[string]any{"id": "a", "task": "t", "decisions": []any{map[string]any{"id": "d001", "chosen": "c"}}}
			for name, value := range tt.edit {
				e[name] = value
			}
			variables := map[string]any{"e": e}
			if tt.project != "" {
				variables["p"] = tt.project
			}
			got := m.ask(`mutation($p: String!, $e: EpisodeInput!) { recordEpisode(project: $p, input: $e) { receipt { hash } } }`, variables)
			if got.code() != tt.code || got.Errors[0].Extensions.Field != tt.field {
				t.Errorf("answered with %s at %q: %.500s", got.code(), got.Errors[0].Extensions.Field, got.body)
			}
		})
	}
}

// TestRecordEpisode_Pending records a link to an episode that comes later: the receipt names the end
// that is missing, and the link is drawn once it is there.
func TestRecordEpisode_Pending(t *testing.T) {
	m := open(t)
	pending := func(e map[string]any) any {
		t.Helper()
		return m.get(`mutation($p: String!, $e: EpisodeInput!) { recordEpisode(project: $p, input: $e) { receipt { pendingLinks } } }`,
			map[string]any{"e": e}).at("recordEpisode.receipt.pendingLinks")
	}
	causes := func() any {
		t.Helper()
		return m.get(`query($p: String!) { occurrence(project: $p, key: "late/d001") { causedBy { occurrence { key } } } }`, nil).at("occurrence.causedBy")
	}
	none := []any{}
	late := map[string]any{
		"id": "late", "task": "t", "decisions": []any{map[string]any{"id": "d001", "chosen": "c"}},
		"links": []any{map[string]any{"source": "early/e001", "relation": "CAUSES", "target": "d001"}},
	}
	if diff := cmp.Diff([]any{"early/e001"}, pending(late)); diff != "" {
		t.Errorf("before the other episode is there (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(any(none), causes()); diff != "" {
		t.Errorf("a pending link is drawn (-want +got):\n%s", diff)
	}
	early := map[string]any{"id": "early", "task": "t", "events": []any{map[string]any{"id": "e001", "content": "c"}}}
	if diff := cmp.Diff(any(none), pending(early)); diff != "" {
		t.Errorf("the other episode itself (-want +got):\n%s", diff)
	}
	drawn := []any{map[string]any{"occurrence": map[string]any{"key": "early/e001"}}}
	if diff := cmp.Diff(any(drawn), causes()); diff != "" {
		t.Errorf("once the other episode is there (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(any(none), pending(late)); diff != "" {
		t.Errorf("recorded again (-want +got):\n%s", diff)
	}
}

func TestRecordEpisode_Extra(t *testing.T) {
	m := open(t)
	record := func(extra string) answer {
		return m.ask(`mutation($p: String!, $e: EpisodeInput!) { recordEpisode(project: $p, input: $e) { episode { extra sources { name } } receipt { change } } }`,
			map[string]any{"e": map[string]any{"id": "a", "task": "t", "extra": extra}})
	}
	want := map[string]any{"extra": `{"a":{"b":1.50,"c":2},"z":null}`, "sources": []any{}}
	if diff := cmp.Diff(any(want), record(`{"z": null, "a": {"c": 2, "b": 1.50}}`).at("recordEpisode.episode")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := record(`{"a":{"b":1.50,"c":2},"z":null}`).at("recordEpisode.receipt.change"); got != "UNCHANGED" {
		t.Errorf("the same in another form is %v", got)
	}
	for why, extra := range map[string]string{"no JSON": "{", "no object": "[1]", "a value without a name": `{"":1}`} {
		if got := record(extra); got.code() != "INVALID_INPUT" || !strings.HasPrefix(got.Errors[0].Extensions.Field, "input.extra") {
			t.Errorf("%s: %s", why, got.body)
		}
	}
}

func TestMutations_EachReadsWhatTheOneBeforeWrote(t *testing.T) {
	m := open(t)
	m.record(map[string]any{"id": "a", "task": "first"})
	got := m.get(`mutation($p: String!) {
		one: recordEpisode(project: $p, input: {id: "a", task: "second", events: [{id: "e1", content: "c"}]}) { episode { task revision revisions { number } outcomeOccurrence { key causedBy { link { note } } } } }
		two: recordEpisode(project: $p, input: {id: "a", task: "third", events: [{id: "e1", content: "c"}], links: [{source: "e1", relation: CAUSES, target: "outcome", note: "new"}]}) { episode { task revision revisions { number } outcomeOccurrence { key causedBy { link { note } } } } }
	}`, nil)
	show := func(path string) string {
		return fmt.Sprintln(got.at(path+".task"), got.at(path+".revision"), len(got.at(path+".revisions").([]any)), len(got.at(path+".outcomeOccurrence.causedBy").([]any)))
	}
	if a, b := show("one.episode"), show("two.episode"); a != "second 2 2 0\n" || b != "third 3 3 1\n" {
		t.Errorf("the first shows %q, the second %q", a, b)
	}
}

func TestMutations_AFailureLeavesTheReceiptOfTheOneBefore(t *testing.T) {
	m := open(t)
	got := m.ask(`mutation($p: String!) {
		good: recordEpisode(project: $p, input: {id: "a", task: "t"}) { receipt { change } }
		bad: recordEpisode(project: $p, input: {id: "b c", task: "t"}) { receipt { change } }
	}`, nil)
	if got.at("good.receipt.change") != "CREATED" || got.at("bad") != nil || got.Errors[0].Path[0] != "bad" {
		t.Errorf("%s", got.body)
	}
}

func TestRecordEpisode_NullIsLeftOut(t *testing.T) {
	m := open(t)
	plain := m.record(map[string]any{"id": "a", "task": "t", "decisions": []any{map[string]any{"id": "d1"}}, "events": []any{map[string]any{"id": "e1", "content": "c"}}})
	nulls := func(e map[string]any, names ...string) map[string]any {
		for _, name := range names {
			e[name] = nil
		}
		return e
	}
	again := m.record(nulls(map[string]any{
		"id": "a", "task": "t",
		"decisions": []any{nulls(map[string]any{"id": "d1"}, "at", "reportedType", "context", "options", "chosen", "rationale", "reportedOutcome", "factor", "effects")},
		"events":    []any{nulls(map[string]any{"id": "e1", "content": "c"}, "at", "reportedType", "factor", "causedBy", "leadsTo")},
	}, "session", "startedAt", "reportedOutcome", "context", "domain", "taskType", "complexity", "tools", "strategies", "tags", "goals",
		"constraints", "insights", "lessons", "notes", "links", "metrics"))
	if again.at("recordEpisode.receipt.change") != "UNCHANGED" {
		t.Errorf("nulls make another content: %s, then %s", plain.body, again.body)
	}
}

func TestTimeLimit_OfEachKindOfOperation(t *testing.T) {
	limits := httpapi.DefaultLimits()
	limits.QueryTime = time.Nanosecond
	m := openWith(t, limits)
	m.record(storm())
	for _, field := range []string{
		`episode(project: $p, key: "storm") { key }`, `recall(project: $p, text: "storm") { truncated }`,
		`causalPath(project: $p, from: "storm/e001", to: "storm/e002") { status }`, `episodes(project: $p) { totalCount }`,
	} {
		got := m.ask(`query($p: String!) { `+field+` }`, nil)
		if got.code() != "TIMEOUT" {
			t.Errorf("%s: %s", field, got.body)
		}
	}
	limits = httpapi.DefaultLimits()
	limits.MutationTime = time.Nanosecond
	m = openWith(t, limits)
	got := m.ask(`mutation($p: String!) { recordEpisode(project: $p, input: {id: "a", task: "t"}) { receipt { change } } }`, nil)
	if got.code() != "TIMEOUT" {
		t.Errorf("a write: %s", got.body)
	}
	if got := m.ask(`query($p: String!) { project(name: $p) { name } }`, nil); got.code() != "PROJECT_NOT_FOUND" {
		t.Errorf("a write that ran out of time is there: %s", got.body)
	}
}
