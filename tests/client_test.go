package tests_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/enginetest"
)

// vars are the variables of a query, and objects of its input.
type vars = map[string]any

// answer is what the API answered.
type answer struct {
	Status int             `json:"-"`
	Data   json.RawMessage `json:"data"`
	Errors []badInput      `json:"errors"`
}

// problem is one error of an answer.
type badInput struct {
	Message    string
	Path       []any
	Extensions struct{ Code, Field, RequestID string }
}

// codes lists the errors as "CODE field".
func (a answer) codes() string {
	var all []string
	for _, e := range a.Errors {
		all = append(all, strings.TrimSpace(e.Extensions.Code+" "+e.Extensions.Field))
	}
	return strings.Join(all, ", ")
}

func (a answer) text() string {
	var all []string
	for _, e := range a.Errors {
		all = append(all, e.Message)
	}
	return strings.Join(all, "; ")
}

// post sends one query; the error says that no GraphQL answer came back.
func (s *service) post(ctx context.Context, query string, v vars) (answer, error) {
	body, err := json.Marshal(vars{"query": query, "variables": v})
	if err != nil {
		return answer{}, err
	}
	return s.send(ctx, body)
}

func (s *service) send(ctx context.Context, body []byte) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/graphql", bytes.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	if s.token != "" {
		request.Header.Set("Authorization", "Bearer "+s.token)
	}
	response, err := s.http.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	a := answer{Status: response.StatusCode}
	if err := json.NewDecoder(response.Body).Decode(&a); err != nil {
		return a, fmt.Errorf("status %s: %w", response.Status, err)
	}
	return a, nil
}

// page returns the body of a GET and its status.
func (s *service) page(t testing.TB, path string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := s.http.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// project is one project of a service, as a test uses it.
type project struct {
	*service
	t    testing.TB
	name string
}

// newProject returns a project of the test's own, purged when the test ends.
func (h *house) newProject(t testing.TB) *project {
	t.Helper()
	s, _ := h.services(t)
	return s.project(t)
}

// project returns a project of the test's own, purged when the test ends.
func (s *service) project(t testing.TB) *project {
	t.Helper()
	p := &project{service: s, t: t, name: enginetest.Project(t)}
	t.Cleanup(func() {
		if err := s.purge(p.name); err != nil {
			t.Errorf("purge %s: %v", p.name, err)
		}
	})
	return p
}

// purge removes a project; one that is not there is fine.
func (s *service) purge(name string) error {
	a, err := s.post(context.Background(),
		`mutation($p: String!) { purgeProject(project: $p, confirm: $p) { purgedId } }`, vars{"p": name})
	if err == nil && len(a.Errors) > 0 && a.codes() != "PROJECT_NOT_FOUND" {
		err = fmt.Errorf("%s: %s", a.codes(), a.text())
	}
	return err
}

// ask sends a query; its variable $project is the project.
func (p *project) ask(query string, v vars) answer {
	p.t.Helper()
	all := vars{"project": p.name}
	maps.Copy(all, v)
	a, err := p.post(p.t.Context(), query, all)
	if err != nil {
		p.t.Fatalf("%.200s: %v", query, err)
	}
	return a
}

// get asks a query that has to succeed and returns its data. It waits while the tests beside
// it run as many jobs as are allowed.
func get[T any](p *project, query string, v vars) T {
	p.t.Helper()
	a := p.ask(query, v)
	for strings.HasPrefix(a.codes(), "JOB_LIMIT_EXCEEDED") {
		time.Sleep(50 * time.Millisecond)
		a = p.ask(query, v)
	}
	var data T
	if len(a.Errors) > 0 {
		p.t.Fatalf("%.200s: %s: %s", query, a.codes(), a.text())
	}
	if err := json.Unmarshal(a.Data, &data); err != nil {
		p.t.Fatalf("%.200s: %v", query, err)
	}
	return data
}

// refused asks for something that has to fail with exactly these codes and fields, and
// leave the project as it was.
func (p *project) refused(why, query string, v vars, want string) answer {
	p.t.Helper()
	before := p.contents()
	a := p.ask(query, v)
	if a.codes() != want {
		p.t.Errorf("%s: %.300s, want %s: %.500s", why, a.codes(), want, a.text())
	}
	for _, e := range a.Errors {
		if e.Message == "" || e.Extensions.RequestID == "" {
			p.t.Errorf("%s: an error without a message or a request id: %+v", why, e)
		}
	}
	if after := p.contents(); before != after {
		p.t.Errorf("%s: something changed from %+v to %+v", why, before, after)
	}
	return a
}
