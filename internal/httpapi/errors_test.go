package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/internal/lease"
	"github.com/causeway-memory/causeway/internal/migration"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// present returns how an error of the field Query.thing is shown, and what is logged.
func present(err error) (messages []string, codes []any, fields []any, logged string) {
	l := &logs{}
	show := httpapi.Presenter(slog.New(slog.NewTextHandler(l, nil)))
	ctx := graphql.WithResponseContext(context.Background(), show, graphql.DefaultRecover)
	ctx = graphql.WithFieldContext(ctx, &graphql.FieldContext{
		Field: graphql.CollectedField{Field: &ast.Field{Alias: "thing"}},
	})
	graphql.AddError(ctx, err)
	for _, e := range graphql.GetErrors(ctx) {
		messages = append(messages, e.Message)
		codes = append(codes, e.Extensions["code"])
		fields = append(fields, e.Extensions["field"])
		if e.Path.String() != "thing" {
			messages = append(messages, "and a wrong path: "+e.Path.String())
		}
	}
	return messages, codes, fields, l.String()
}

func TestErrors_Table(t *testing.T) {
	const inner = "Neo.ClientError 10.0.0.3:7687"
	wrap := func(err error) error { return fmt.Errorf("%s: %w", inner, err) }
	tests := []struct {
		why     string
		err     error
		code    string
		message string
		told    bool
	}{
		{"an absent thing is named", fmt.Errorf("episode %q: %w", "k", episodic.ErrNotFound), "NOT_FOUND", `episode "k": not found`, true},
		{"an absent project is another code", fmt.Errorf("project %q: %w", "p", episodic.ErrProjectNotFound), "PROJECT_NOT_FOUND", `project "p": project not found`, true},
		{"too much input", fmt.Errorf("episode: %w", problem.ErrTooLarge), "TOO_LARGE", "episode: too large", true},
		{"two writers", wrap(episodic.ErrConflict), "CONFLICT", "another writer changed the same thing at the same time; the call may be repeated", false},
		{"a run that is under way", fmt.Errorf("consolidate: %w", lease.ErrHeld), "CONFLICT", "another instance, or another call, is doing that already", true},
		{
			"a store of a newer version", fmt.Errorf("%s: %w", inner, migration.Newer("999_future")), "SCHEMA_NEWER",
			"a newer causeway has migrated the memory; this service is too old to write to it", false,
		},
		{"the store's time limit", wrap(episodic.ErrTimeout), "TIMEOUT", "the time limit of the operation ran out; ask for less, or filter more", false},
		{"our own time limit", wrap(context.DeadlineExceeded), "TIMEOUT", "the time limit of the operation ran out; ask for less, or filter more", false},
		{
			"a stopped engine is named", fmt.Errorf("list: %w", &episodic.EngineError{Engine: "Weaviate", Err: errors.New(inner)}),
			"UNAVAILABLE", "Weaviate does not answer; the call may be repeated", false,
		},
		{"a stopped engine without a name", wrap(episodic.ErrUnavailable), "UNAVAILABLE", "an engine does not answer; the call may be repeated", false},
		{"anything else is ours", errors.New(inner), "INTERNAL", "something went wrong inside; the log has it under the request id", false},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			messages, codes, _, logged := present(tt.err)
			if diff := cmp.Diff([]string{tt.message}, messages); diff != "" {
				t.Errorf("messages (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]any{tt.code}, codes); diff != "" {
				t.Errorf("codes (-want +got):\n%s", diff)
			}
			if !tt.told && !strings.Contains(logged, inner) {
				t.Errorf("the inner text is not in the log: %s", logged)
			}
		})
	}
}

// TestErrors_ARootFieldCalledVariable checks an error below a root field with the alias
// "variable", with which the paths of variables begin.
func TestErrors_ARootFieldCalledVariable(t *testing.T) {
	list := gqlerror.List{
		{Path: ast.Path{ast.PathName("variable"), ast.PathName("key")}, Message: "it is not there", Extensions: map[string]any{"code": "NOT_FOUND"}},
		{Path: ast.Path{ast.PathName("variable"), ast.PathName("first")}, Message: "cannot use it", Extensions: map[string]any{"code": "GRAPHQL_VALIDATION_FAILED"}},
	}
	for range 2 {
		httpapi.Stamp(t.Context(), list)
	}
	if e := list[0]; e.Message != "it is not there" || e.Extensions["field"] != nil {
		t.Errorf("taken for the value of a variable: %q %v", e.Message, e.Extensions)
	}
	if e := list[1]; e.Message != "first: cannot use it" || e.Extensions["field"] != "first" {
		t.Errorf("the value of a variable: %q %v", e.Message, e.Extensions)
	}
}

func TestErrors_OneForEachProblem(t *testing.T) {
	messages, codes, fields, _ := present(fmt.Errorf("record: %w", &problem.InvalidError{Problems: []problem.Problem{
		{Path: "input.id", Code: problem.CodeInvalid, Message: "is empty"},
		{Path: "input.events[3].caused_by[0]", Code: problem.CodeDanglingReference, Message: `"e9" is not there`},
		{Path: "input.events[4].id", Code: problem.CodeDuplicateID, Message: "is there twice"},
	}}))
	if diff := cmp.Diff([]any{"INVALID_INPUT", "DANGLING_REFERENCE", "DUPLICATE_ID"}, codes); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]any{"input.id", "input.events[3].causedBy[0]", "input.events[4].id"}, fields); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	if want := `input.events[3].causedBy[0]: "e9" is not there`; messages[1] != want {
		t.Errorf("message %q, want %q", messages[1], want)
	}
}

func TestErrors_AtMostFifty(t *testing.T) {
	problems := make([]problem.Problem, 200)
	for i := range problems {
		problems[i] = problem.Problem{Path: fmt.Sprintf("events[%d].id", i), Code: problem.CodeInvalid, Message: "is empty"}
	}
	messages, _, _, _ := present(&problem.InvalidError{Problems: problems})
	if len(messages) != 50 || messages[49] != "events[49].id: is empty" {
		t.Errorf("%d errors, the last %q", len(messages), messages[len(messages)-1])
	}
}

func TestSpell(t *testing.T) {
	tests := []struct{ why, path, want string }{
		{"words are joined", "input.reported_outcome", "input.reportedOutcome"},
		{"lists keep their index", "input.events[12].leads_to[3]", "input.events[12].leadsTo[3]"},
		{"three words", "input.causal_order_version", "input.causalOrderVersion"},
		{"inside of an object", "input.metrics.duration_minutes", "input.metrics.durationMinutes"},
		{"the time of an episode", "input.timestamp", "input.startedAt"},
		{"the time of an event", "input.events[0].timestamp", "input.events[0].at"},
		{"the time of an episode among several", "input.episodes[2].timestamp", "input.episodes[2].startedAt"},
		{"an argument stays", "first", "first"},
		{"nothing stays nothing", "", ""},
		{"an odd name does not break it", "_a__b_", "AB"},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			if got := httpapi.Spell(tt.path); got != tt.want {
				t.Errorf("Spell(%q) = %q, want %q", tt.path, got, tt.want)
			}
		})
	}
}

func TestErrors_APanicKeepsItsText(t *testing.T) {
	d := open(t, nil)
	got := d.ask(`{ episode(project: "p", key: "k") { key } }`, nil)
	if got.code() != "INTERNAL" || strings.Contains(got.Body, "nil pointer") {
		t.Errorf("a panic is answered with %s", got.Body)
	}
	if diff := cmp.Diff([]any{"episode"}, got.Errors[0].Path); diff != "" {
		t.Errorf("path (-want +got):\n%s", diff)
	}
	id := got.Errors[0].Extensions.RequestID
	if logged := d.logs.String(); !strings.Contains(logged, "nil pointer") || !strings.Contains(logged, id) {
		t.Errorf("the log has no panic under %s:\n%s", id, logged)
	}
	if again := d.ask(`{ __typename }`, nil); again.Data["__typename"] != "Query" {
		t.Errorf("after a panic: %s", again.Body)
	}
}

func TestErrors_InputIsRefusedWithItsPlace(t *testing.T) {
	tests := []struct {
		why, query  string
		variables   map[string]any
		code, field string
	}{
		{"no such page", `{ episodes(project: "p", first: 0) { totalCount } }`, nil, "INVALID_INPUT", "first"},
		{"no cursor", `{ episodes(project: "p", after: "%") { totalCount } }`, nil, "INVALID_INPUT", "after"},
		{"a cursor of another list", `{ episodes(project: "p", after: "MXxvY2N1cnJlbmNlc3xrZXk") { totalCount } }`, nil, "INVALID_INPUT", "after"},
		{"no global id", `{ node(id: "Episode:demo") { id } }`, nil, "INVALID_INPUT", "id"},
		{"a global id of no type", `{ nodes(ids: ["Thing:demo/x"]) { id } }`, nil, "INVALID_INPUT", "id"},
		{"a global id of no kind", `{ node(id: "Reference:demo/THING/x") { id } }`, nil, "INVALID_INPUT", "id"},
		{"a short SHA", `{ reference(project: "p", kind: COMMIT, key: "abc123") { key } }`, nil, "INVALID_INPUT", "key"},
		{"no depth", `{ factorCauses(project: "p", of: "a", maxDepth: 0) { totalCount } }`, nil, "INVALID_INPUT", "maxDepth"},
		{"another name to confirm", `mutation { purgeProject(project: "p", confirm: "q") { removedId } }`, nil, "INVALID_INPUT", "confirm"},
		{
			"no such time", `{ episodes(project: "p", filter: {since: "yesterday"}) { totalCount } }`, nil,
			"INVALID_INPUT", "filter.since",
		},
		{
			"no such time in a variable", `mutation($e: EpisodeInput!) { recordEpisode(project: "p", input: $e) { receipt { hash } } }`,
			map[string]any{"e": map[string]any{"id": "a", "task": "t", "events": []any{map[string]any{"id": "e1", "content": "c", "at": "noon"}}}},
			"INVALID_INPUT", "input.events[0].at",
		},
		{
			"a variable of the context twice", `mutation { recordEpisode(project: "p", input: {id: "a", task: "t",
				context: [{variable: "v", state: "1"}, {variable: "v", state: "2"}]}) { receipt { hash } } }`, nil,
			"INVALID_INPUT", "input.context[1].variable",
		},
		{"a word that is no outcome", `{ episodes(project: "p", filter: {outcomes: [GREAT]}) { totalCount } }`, nil, "GRAPHQL_VALIDATION_FAILED", ""},
		{
			"a word that is no outcome in a variable", `query($o: [Outcome!]) { episodes(project: "p", filter: {outcomes: $o}) { totalCount } }`,
			map[string]any{"o": []any{"GREAT"}},
			"GRAPHQL_VALIDATION_FAILED", "o[0]",
		},
		{
			"a field that no episode has", `mutation($e: EpisodeInput!) { recordEpisode(project: "p", input: $e) { receipt { hash } } }`,
			map[string]any{"e": map[string]any{"id": "a", "task": "t", "surprise": 1}},
			"GRAPHQL_VALIDATION_FAILED", "e.surprise",
		},
	}
	d := open(t, nil)
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got := d.ask(tt.query, tt.variables)
			if got.code() != tt.code || got.Errors[0].Extensions.Field != tt.field {
				t.Errorf("answered with %q at %q, want %s at %q: %s",
					got.code(), got.Errors[0].Extensions.Field, tt.code, tt.field, got.Body)
			}
		})
	}
}

// TestErrors_RepeatNamesCut sends long names, which an error does not send back whole.
func TestErrors_RepeatNamesCut(t *testing.T) {
	d := open(t, nil)
	long := strings.Repeat("x", 5000)
	for _, query := range []string{
		"{ " + long + " }", "{ projects { name(" + long + ": 1) } }", "query($" + long + ": Int) { __typename }", "{ __typename @" + long + " }",
		`{ episodes(project: "p", after: "` + long + `") { totalCount } }`, "{ ..." + long + " }", `{ node(id: "` + long + `") { id } }`,
	} {
		got := d.ask(query, nil)
		if len(got.Errors) == 0 || len(got.Body) > 4000 {
			t.Errorf("%.40s is answered with %d bytes: %.300s", query, len(got.Body), got.Body)
		}
	}
}
