package weaviateindex_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
	"github.com/google/go-cmp/cmp"
	"github.com/weaviate/weaviate-go-client/v4/weaviate"
	"github.com/weaviate/weaviate-go-client/v4/weaviate/filters"
	"github.com/weaviate/weaviate/entities/models"
)

// sent is a request that was sent.
type sent struct {
	Method, Path, Query string
	Body                any
}

// tap records the requests that it passes on.
type tap struct {
	next http.Handler
	mu   sync.Mutex
	seen []sent
}

func (p *tap) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(strings.NewReader(string(text)))
	s := sent{Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery}
	_ = json.Unmarshal(text, &s.Body) // a request may have no body
	p.mu.Lock()
	p.seen = append(p.seen, sent{s.Method, s.Path, s.Query, withoutNulls(s.Body)})
	p.mu.Unlock()
	p.next.ServeHTTP(w, r)
}

// withoutNulls drops nulls: the client writes null for fields that are not set.
func withoutNulls(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			if value == nil {
				delete(v, name)
				continue
			}
			v[name] = withoutNulls(value)
		}
	case []any:
		for i := range v {
			v[i] = withoutNulls(v[i])
		}
	}
	return v
}

// into decodes a body as a type of the client, which must know every field.
func into[T any](t *testing.T, body any) T {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	var out T
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		t.Fatalf("the client does not know the request: %v in %s", err, text)
	}
	return out
}

// where converts a filter to the form that the client's deletion takes.
func where(w *models.WhereFilter) *filters.WhereBuilder {
	b := filters.Where().WithOperator(filters.WhereOperator(w.Operator))
	if len(w.Path) > 0 {
		b = b.WithPath(w.Path)
	}
	switch {
	case w.ValueText != nil:
		b = b.WithValueText(*w.ValueText)
	case w.ValueTextArray != nil:
		b = b.WithValueText(w.ValueTextArray...)
	case w.ValueInt != nil:
		b = b.WithValueInt(*w.ValueInt)
	}
	var operands []*filters.WhereBuilder
	for _, o := range w.Operands {
		operands = append(operands, where(o))
	}
	if len(operands) > 0 {
		b = b.WithOperands(operands)
	}
	return b
}

// ask makes the client send what the index sent.
func ask(t *testing.T, c *weaviate.Client, s sent) {
	t.Helper()
	ctx := t.Context()
	path := strings.Split(strings.TrimPrefix(s.Path, "/v1/"), "/")
	switch what := s.Method + " " + path[0] + " " + path[len(path)-1]; {
	case what == "GET .well-known live":
		_, _ = c.Misc().LiveChecker().Do(ctx)
	case what == "GET meta meta":
		_, _ = c.Misc().MetaGetter().Do(ctx)
	case what == "POST schema schema":
		class := into[models.Class](t, s.Body)
		_ = c.Schema().ClassCreator().WithClass(&class).Do(ctx)
	case what == "POST schema properties":
		p := into[models.Property](t, s.Body)
		_ = c.Schema().PropertyCreator().WithClassName(path[1]).WithProperty(&p).Do(ctx)
	case what == "GET schema tenants":
		_, _ = c.Schema().TenantsGetter().WithClassName(path[1]).Do(ctx)
	case what == "DELETE schema tenants":
		_ = c.Schema().TenantsDeleter().WithClassName(path[1]).WithTenants(into[[]string](t, s.Body)...).Do(ctx)
	case s.Method == "GET" && path[0] == "schema":
		_, _ = c.Schema().ClassGetter().WithClassName(path[1]).Do(ctx)
	case what == "POST graphql graphql":
		_, _ = c.GraphQL().Raw().WithQuery(into[models.GraphQLQuery](t, s.Body).Query).Do(ctx)
	case what == "POST batch objects":
		body := into[struct {
			Fields  []string
			Objects []*models.Object
		}](t, s.Body)
		_, _ = c.Batch().ObjectsBatcher().WithObjects(body.Objects...).Do(ctx)
	case what == "DELETE batch objects":
		body, query := into[models.BatchDelete](t, s.Body), strings.TrimPrefix(s.Query, "tenant=")
		_, _ = c.Batch().ObjectsBatchDeleter().WithClassName(body.Match.Class).WithTenant(query).
			WithOutput(*body.Output).WithWhere(where(body.Match.Where)).Do(ctx)
	default:
		t.Errorf("%s %s: no request of the client is known for this", s.Method, s.Path)
	}
}

// Every request of the index is one that Weaviate's own client would send.
func TestIndex_sendsWhatTheClientSends(t *testing.T) {
	server, err := url.Parse(enginetest.Weaviate(t))
	if err != nil {
		t.Fatal(err)
	}
	ours := &tap{next: httputil.NewSingleHostReverseProxy(server)}
	between := httptest.NewServer(ours)
	defer between.Close()
	x, err := weaviateindex.New(weaviateindex.Options{URL: between.URL, APIKey: enginetest.WeaviateKey(), Collection: newCollection(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	useAll(t, x)

	theirs := &tap{next: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "{}") })}
	answering := httptest.NewServer(theirs)
	defer answering.Close()
	client, err := weaviate.NewClient(weaviate.Config{Scheme: "http", Host: strings.TrimPrefix(answering.URL, "http://")})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, s := range ours.seen {
		theirs.seen = nil
		ask(t, client, s)
		if len(theirs.seen) == 0 {
			continue
		}
		if diff := cmp.Diff(theirs.seen[len(theirs.seen)-1], s); diff != "" {
			t.Errorf("%s %s is not what the client sends (-client +ours):\n%s", s.Method, s.Path, diff)
		}
		kinds[s.Method+" "+strings.Split(s.Path, "/")[2]] = true
	}
	if len(kinds) < 7 {
		t.Errorf("only these kinds of requests were compared: %v", kinds)
	}
}

// useAll uses every kind of request.
func useAll(t *testing.T, x *weaviateindex.Index) {
	t.Helper()
	if _, err := x.Version(t.Context()); err != nil {
		t.Fatal(err)
	}
	project := enginetest.Project(t)
	put(t, x, project, embedded(episode("ep", "task"), axis(4, 0)))
	search(t, x, episodic.ChunkQuery{IndexGeneration: first(project), Text: "task", Filter: episodic.EpisodeFilter{Tags: []string{"a", "b"}, Failed: true}})
	nearest(t, x, episodic.ChunkQuery{IndexGeneration: first(project), Vector: axis(4, 0)})
	if _, err := x.CountChunks(t.Context(), []episodic.IndexGeneration{first(project)}); err != nil {
		t.Fatal(err)
	}
	if err := x.DeleteEpisodes(t.Context(), first(project), []string{"ep", "other"}); err != nil {
		t.Fatal(err)
	}
	if err := x.DropProject(t.Context(), project); err != nil {
		t.Fatal(err)
	}
}
