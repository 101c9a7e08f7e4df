package ops_test

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/causeway-memory/causeway/graph/generated"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/embedding/embedtest"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/telemetry"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// marker is in every text that the caller of the traced scenario writes.
const marker = "zebrafish"

// The trace that the caller says its requests belong to.
const (
	callerTrace = "4bf92f3577b34da6a3ce929d0e0e4736"
	callerSpan  = "00f067aa0ba902b7"
)

// header adds to every request what a caller can write into one.
type header struct{ http.RoundTripper }

func (h header) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Traceparent", "00-"+callerTrace+"-"+callerSpan+"-01")
	r.Header.Set("User-Agent", marker)
	r.Header.Set("X-Request-Id", marker)
	r.Header.Set("Baggage", "text="+marker)
	return h.RoundTripper.RoundTrip(r)
}

// traced is a project of a service whose spans are kept.
type traced struct {
	*project

	memory *tracetest.InMemoryExporter
}

func newTraced(t *testing.T, cfg config.Config, background bool) traced {
	t.Helper()
	memory := tracetest.NewInMemoryExporter()
	s, end, err := serveTraced(cfg, background, telemetry.New(sdktrace.WithSyncer(memory)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	s.HTTP.Transport = header{http.DefaultTransport}
	return traced{&project{&harness.Project{Service: s, T: t, Name: enginetest.Project(t) + marker}}, memory}
}

// write records an episode.
func (p traced) write(id, task string, events ...vars) {
	p.T.Helper()
	a := p.Ask(`mutation($project: String!, $input: EpisodeInput!) { recordEpisode(project: $project, input: $input) { receipt { state } } }`,
		vars{"input": vars{"id": id, "task": task, "events": events}})
	if len(a.Errors) > 0 {
		p.T.Fatal(a.Text())
	}
}

// scenario does what leaves every kind of span behind.
func (p traced) scenario() {
	p.T.Helper()
	event := func(id, content string) vars {
		return vars{"id": id, "type": "TOOL_CALL", "content": content + " " + marker}
	}
	p.write(marker+"-1", "mend the pump "+marker, event("e1", "open"), event("e2", "close"))
	p.write(marker+"-2", "paint the "+marker, event("e1", "brush"))
	for _, c := range []struct{ query, codes string }{
		{`query Plain($project: String!) { zebrafish: episodes(project: $project, first: 2) { edges { node { key task events { content } mentions { reference { key } } } } } }`, ""},
		{`query($project: String!) { recall(project: $project, text: "zebrafish pump", first: 2) { hits { episode { task } } } }`, ""},
		{`query($project: String!) { causalPath(project: $project, from: "zebrafish-1/e1", to: "zebrafish-1/e2") { status } }`, ""},
		{`query($project: String!) { episodes(project: $project, first: 1, after: "zebrafish") { totalCount } }`, "INVALID_INPUT after"},
		{`query { episodes(project: "zebrafish-unknown", first: 1) { totalCount } }`, "PROJECT_NOT_FOUND"},
		{`query { zebrafish }`, "GRAPHQL_VALIDATION_FAILED"},
		{`query { zebrafish`, "GRAPHQL_PARSE_FAILED"},
		{`query ` + strings.Repeat(marker, 8) + ` { projects { name } }`, ""},
	} {
		v := vars{"project": p.Name}
		if !strings.Contains(c.query, "$project") {
			v = nil
		}
		a, err := p.Post(p.T.Context(), c.query, v)
		if err != nil || a.Codes() != c.codes {
			p.T.Errorf("%s: %v, %q (%s), want %q", c.query, err, a.Codes(), a.Text(), c.codes)
		}
	}
	if a := p.Ask(`mutation($project: String!, $content: String!) { importEpisodes(project: $project, input: {files: [{name: "zebrafish.json", content: $content}]}) { job { state } } }`,
		vars{"content": `{"id": "` + marker + `-3", "task": "sell the ` + marker + `"}`}); len(a.Errors) > 0 {
		p.T.Error(a.Text())
	}
	p.Page(p.T, "/graphql?query={"+marker+"}")
	p.Page(p.T, "/"+marker)
	if err := p.Purge(p.Name); err != nil {
		p.T.Fatal(err)
	}
}

func TestTracing_embedded(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	cfg := harness.EmbeddedConfig(t)
	server := embedtest.New(t)
	cfg.Embedding.Provider, cfg.Embedding.URL, cfg.Embedding.Model = config.ProviderOpenAI, server.URL, "words"
	p := newTraced(t, cfg, true)
	other := projectOn(t, p.Service) // which is still there when the work in the background begins
	traced{other, p.memory}.write("a", "mend the "+marker)
	p.scenario()
	harness.Eventually(t, "the work in the background has traces", func() bool {
		names := p.names()
		return slices.Contains(names, "maintenance") && slices.Contains(names, "embedding embed")
	})
	if _, numbers := p.Page(t, "/metrics"); strings.Contains(numbers, marker) || !strings.Contains(numbers, `field="Query.recall"`) {
		t.Error("the metrics hold what a caller wrote, or nothing of what was done")
	}
	p.check("SQLite", "find_heads", "embedding embed", "maintenance", "job", "Mutation.importEpisodes", "Query.recall", "Mutation.recordEpisode", "POST /graphql", "GET ")
}

func TestTracing_native(t *testing.T) {
	graph, search := enginetest.Neo4j(t), enginetest.Weaviate(t)
	shared.Services(t)
	p := newTraced(t, harness.ExternalConfig(t, graph, search), false)
	p.scenario()
	p.check("Neo4j and Weaviate", "find_heads", "weaviate put-chunks", "weaviate search", "Query.recall", "RecallHit.episode", "job", "Mutation.purgeProject")
}

func (p traced) names() []string {
	var out []string
	for _, s := range p.memory.GetSpans() {
		out = append(out, s.Name)
	}
	return out
}

// check looks at every span, and for some by their names.
func (p traced) check(set string, wanted ...string) {
	p.T.Helper()
	spans := p.memory.GetSpans()
	kinds := newKinds(p.T)
	byID := map[string]tracetest.SpanStub{}
	for _, s := range spans {
		byID[s.SpanContext.SpanID().String()] = s
	}
	for _, s := range spans {
		if text := fmt.Sprintf("%+v", s); strings.Contains(text, marker) {
			p.T.Errorf("%s: %s holds what a caller wrote: %s", set, s.Name, text)
		}
		kind, parent := kinds.of(s.Name), ""
		above, here := byID[s.Parent.SpanID().String()]
		switch {
		case here:
			parent = kinds.of(above.Name)
		case s.Parent.IsRemote():
			parent = "caller"
			if s.Parent.TraceID().String() != callerTrace || s.Parent.SpanID().String() != callerSpan {
				p.T.Errorf("%s: %s is below %s", set, s.Name, s.Parent.SpanID())
			}
		}
		if !slices.Contains(kinds.parents(kind), parent) {
			p.T.Errorf("%s: %s (%s) is below %q (%s), want one of %q", set, s.Name, kind, above.Name, parent, kinds.parents(kind))
		}
		p.checkAttributes(set, s)
	}
	for _, name := range wanted {
		if !slices.Contains(p.names(), name) {
			p.T.Errorf("%s: no span %q among %d", set, name, len(spans))
		}
	}
	p.T.Logf("%s: %d spans", set, len(spans))
}

// checkAttributes holds the keys of a span to those that are known, and its errors to codes.
func (p traced) checkAttributes(set string, s tracetest.SpanStub) {
	p.T.Helper()
	known := []string{
		"http.request.method", "http.route", "http.response.status_code", "http.response.body.size",
		"graphql.operation.type", "graphql.operation.name", "causeway.graphql.cost", "causeway.error.code", "error.type",
		"db.system.name", "db.query.summary", "db.operation.name", "causeway.embedding.request", "causeway.round.done", "causeway.round.calls",
	}
	for _, a := range s.Attributes {
		if !slices.Contains(known, string(a.Key)) {
			p.T.Errorf("%s: %s has the attribute %s", set, s.Name, a.Key)
		}
		if a.Key == "graphql.operation.name" && a.Value.AsString() != "Plain" {
			p.T.Errorf("%s: the name %q of an operation", set, a.Value.AsString())
		}
		if a.Key == "error.type" && a.Value.AsString() == "other" {
			p.T.Errorf("%s: %s failed in a way that has no name", set, s.Name)
		}
	}
	if s.Status.Description != "" || len(s.Events) > 0 || s.EndTime.Before(s.StartTime) {
		p.T.Errorf("%s: %s says %q, has %d events, ends %s after it began", set, s.Name, s.Status.Description, len(s.Events), s.EndTime.Sub(s.StartTime))
	}
	if s.Status.Code == codes.Error {
		p.T.Errorf("%s: %s is an error, though nothing went wrong on our side: %v", set, s.Name, s.Attributes)
	}
}

// kinds knows every name that a span may have.
type kinds struct {
	schema     *ast.Schema
	statements []string
	request    *regexp.Regexp
}

func newKinds(t testing.TB) kinds {
	t.Helper()
	k := kinds{
		schema:  generated.NewExecutableSchema(generated.Config{}).Schema(),
		request: regexp.MustCompile(`^(GET|POST) (/graphql|/graphiql/|/|)$`),
	}
	for _, folder := range []string{"cypher", "internal/sqlitestore/sql"} {
		err := fs.WalkDir(os.DirFS(filepath.Join(tree.Root(), folder)), ".", func(path string, _ fs.DirEntry, err error) error {
			name := filepath.Base(path)
			k.statements = append(k.statements, strings.TrimSuffix(name, filepath.Ext(name)))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return k
}

// of returns what a span is of, empty for a name that is not known.
func (k kinds) of(name string) string {
	object, field, dotted := strings.Cut(name, ".")
	switch {
	case k.request.MatchString(name):
		return "request"
	case name == "query" || name == "mutation" || name == "subscription":
		return "operation"
	case name == "indexing" || name == "embedding" || name == "maintenance" || name == "job":
		return "round"
	case dotted && k.schema.Types[object] != nil && k.schema.Types[object].Fields.ForName(field) != nil:
		if object == "Query" || object == "Mutation" {
			return "root field"
		}
		return "field"
	case slices.Contains(k.statements, name), strings.HasPrefix(name, "weaviate "), strings.HasPrefix(name, "embedding "):
		return "call"
	}
	return ""
}

// parents are the kinds that a span may be below; empty is the root of a trace.
func (kinds) parents(kind string) []string {
	return map[string][]string{
		"request": {"caller"}, "operation": {"request"}, "root field": {"operation"}, "field": {"root field", "field"},
		"round": {""}, "call": {"root field", "field", "round"},
	}[kind]
}

// serveTraced is serve with spans.
func serveTraced(cfg config.Config, background bool, tracing *telemetry.Tracing) (*harness.Service, func(), error) {
	s, end, err := harness.ServeTraced(cfg, background, tracing)
	if err != nil {
		return nil, nil, err
	}
	return s, func() {
		end()
		_ = tracing.Shutdown(context.Background()) // what is kept in memory cannot fail
	}, nil
}
