package harness

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

// Vars are the variables of a query, and objects of its input.
type Vars = map[string]any

// Answer is what the API answered.
type Answer struct {
	Status int             `json:"-"`
	Data   json.RawMessage `json:"data"`
	Errors []badInput      `json:"errors"`
}

// badInput is one error of an answer.
type badInput struct {
	Message    string
	Path       []any
	Extensions struct{ Code, Field, RequestID string }
}

// Codes lists the errors as "CODE field".
func (a Answer) Codes() string {
	var all []string
	for _, e := range a.Errors {
		all = append(all, strings.TrimSpace(e.Extensions.Code+" "+e.Extensions.Field))
	}
	return strings.Join(all, ", ")
}

// Text joins the messages of the errors.
func (a Answer) Text() string {
	var all []string
	for _, e := range a.Errors {
		all = append(all, e.Message)
	}
	return strings.Join(all, "; ")
}

// Post sends one query; the error says that no GraphQL answer came back.
func (s *Service) Post(ctx context.Context, query string, v Vars) (Answer, error) {
	body, err := json.Marshal(Vars{"query": query, "variables": v})
	if err != nil {
		return Answer{}, err
	}
	return s.Send(ctx, body)
}

// Send posts a body as it is; the error says that no GraphQL answer came back.
func (s *Service) Send(ctx context.Context, body []byte) (Answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/graphql", bytes.NewReader(body))
	if err != nil {
		return Answer{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	if s.Token != "" {
		request.Header.Set("Authorization", "Bearer "+s.Token)
	}
	response, err := s.HTTP.Do(request)
	if err != nil {
		return Answer{}, err
	}
	defer response.Body.Close()
	a := Answer{Status: response.StatusCode}
	if err := json.NewDecoder(response.Body).Decode(&a); err != nil {
		return a, fmt.Errorf("status %s: %w", response.Status, err)
	}
	return a, nil
}

// Page returns the body of a GET and its status.
func (s *Service) Page(t testing.TB, path string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := s.HTTP.Do(request)
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

// Project is one project of a service, as a test uses it.
type Project struct {
	*Service
	T    testing.TB
	Name string
}

// NewProject returns a project of the test's own, purged when the test ends.
func (h *House) NewProject(t testing.TB) *Project {
	t.Helper()
	s, _ := h.Services(t)
	return s.Project(t)
}

// Project returns a project of the test's own, purged when the test ends.
func (s *Service) Project(t testing.TB) *Project {
	t.Helper()
	p := &Project{Service: s, T: t, Name: enginetest.Project(t)}
	t.Cleanup(func() {
		if err := s.Purge(p.Name); err != nil {
			t.Errorf("purge %s: %v", p.Name, err)
		}
	})
	return p
}

// Purge removes a project; one that is not there is fine.
func (s *Service) Purge(name string) error {
	a, err := s.Post(context.Background(),
		`mutation($p: String!) { purgeProject(project: $p, confirm: $p) { removedId } }`, Vars{"p": name})
	if err == nil && len(a.Errors) > 0 && a.Codes() != "PROJECT_NOT_FOUND" {
		err = fmt.Errorf("%s: %s", a.Codes(), a.Text())
	}
	return err
}

// Ask sends a query; its variable $project is the project.
func (p *Project) Ask(query string, v Vars) Answer {
	p.T.Helper()
	all := Vars{"project": p.Name}
	maps.Copy(all, v)
	a, err := p.Post(p.T.Context(), query, all)
	if err != nil {
		p.T.Fatalf("%.200s: %v", query, err)
	}
	return a
}

// Asker is a [Project], or a type that embeds one.
type Asker interface {
	Ask(query string, v Vars) Answer
	test() testing.TB
}

func (p *Project) test() testing.TB { return p.T }

// Get asks a query that has to succeed and returns its data. It waits while the tests beside
// it run as many jobs as are allowed.
func Get[T any](p Asker, query string, v Vars) T {
	t := p.test()
	t.Helper()
	a := p.Ask(query, v)
	for strings.HasPrefix(a.Codes(), "JOB_LIMIT_EXCEEDED") {
		time.Sleep(50 * time.Millisecond)
		a = p.Ask(query, v)
	}
	var data T
	if len(a.Errors) > 0 {
		t.Fatalf("%.200s: %s: %s", query, a.Codes(), a.Text())
	}
	if err := json.Unmarshal(a.Data, &data); err != nil {
		t.Fatalf("%.200s: %v", query, err)
	}
	return data
}

// Refused asks for something that has to fail with exactly these codes and fields, and
// leave the project as it was.
func (p *Project) Refused(why, query string, v Vars, want string) Answer {
	p.T.Helper()
	before := p.Contents()
	a := p.Ask(query, v)
	if a.Codes() != want {
		p.T.Errorf("%s: %.300s, want %s: %.500s", why, a.Codes(), want, a.Text())
	}
	for _, e := range a.Errors {
		if e.Message == "" || e.Extensions.RequestID == "" {
			p.T.Errorf("%s: an error without a message or a request id: %+v", why, e)
		}
	}
	if after := p.Contents(); before != after {
		p.T.Errorf("%s: something changed from %+v to %+v", why, before, after)
	}
	return a
}
