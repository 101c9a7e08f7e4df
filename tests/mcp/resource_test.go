package mcp_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/causeway-memory/causeway/tests/harness"
)

// resources reads the list to its end.
func (a *agent) resources() []*mcp.Resource {
	a.t.Helper()
	var all []*mcp.Resource
	for one, err := range a.Resources(a.t.Context(), nil) {
		if err != nil {
			a.t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

func (a *agent) note(uri string) string {
	a.t.Helper()
	got, err := a.ReadResource(a.t.Context(), &mcp.ReadResourceParams{URI: uri})
	if err != nil || len(got.Contents) != 1 {
		a.t.Fatalf("read %s: %+v %v", uri, got, err)
	}
	if c := got.Contents[0]; c.MIMEType != "text/markdown" || c.URI != uri {
		a.t.Errorf("%s is %s at %s", uri, c.MIMEType, c.URI)
	}
	return got.Contents[0].Text
}

// TestResources lists and reads notes of episodes and patterns, and what is none.
func TestResources(t *testing.T) {
	s := serve(t, nil)
	p := s.Project(t)
	other := s.Project(t)
	for _, one := range []*harness.Project{p, other} {
		one.Record(harness.Vars{"id": "sé+cret", "task": "of " + one.Name})
	}
	a := overHTTP(t, s, "/mcp/"+p.Name, "")
	call[map[string]string](a, "store_episode", rollout(1, time.Date(2026, 5, 3, 8, 0, 0, 0, time.UTC)))
	stored := call[map[string]any](a, "add_pattern", arguments{
		"name": "canary-first", "trigger": "a region is deployed", "action": "use a canary", "success_rate": 0.9, "evidence_episode": "episode-s01",
		"causal_relationships": []arguments{{"type": "enables", "target": "calm-nights"}},
	})
	if pending, _ := stored["pending"].([]any); len(pending) != 1 || pending[0] != "calm-nights" {
		t.Errorf("pending: %v", stored["pending"])
	}
	templates, err := a.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 2 {
		t.Errorf("templates: %+v %v", templates, err)
	}
	var uris []string
	for _, r := range a.resources() {
		uris = append(uris, r.URI)
	}
	if len(uris) != 4 || uris[0] != "ui://causeway/path" || !slices.Contains(uris, "causeway://"+p.Name+"/episode/s%C3%A9%2Bcret") {
		t.Errorf("listed: %q", uris)
	}
	for _, uri := range uris[1:] {
		a.note(uri)
	}
	episode := a.note("causeway://" + p.Name + "/episode/episode-s01")
	pattern := a.note(uris[3])
	for text, of := range map[string]string{
		"title: EPISODE-s01": episode, "outcome: failure": episode, "Roll out one region first": episode, "[[outcome]]": episode,
		"title: PATTERN-canary-first": pattern, "- enables [[PATTERN-calm-nights]]": pattern, "[[EPISODE-s01|episode-s01]]": pattern, "use a canary": pattern,
	} {
		if !strings.Contains(of, text) {
			t.Errorf("no %q in\n%s", text, of)
		}
	}
	for _, uri := range []string{
		"causeway://" + p.Name + "/episode/none", "causeway://" + p.Name + "/pattern/none", "causeway://nowhere/episode/episode-s01",
		"causeway://" + other.Name + "/episode/s%C3%A9%2Bcret", "causeway://" + p.Name + "/lesson/x", "ui://causeway/none",
	} {
		if got, err := a.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri}); err == nil || !strings.Contains(err.Error(), "not found") {
			t.Errorf("%s: %+v %v", uri, got, err)
		}
	}
	open := overHTTP(t, s, "/mcp", "")
	if !strings.Contains(open.note("causeway://"+other.Name+"/episode/s%C3%A9%2Bcret"), "of "+other.Name) {
		t.Error("without a project in the address the one of the resource is read")
	}
	if got := open.resources(); len(got) != 1 {
		t.Errorf("of several projects none is listed, but %d resources", len(got))
	}
}

// TestCompletion completes the parts of the addresses.
func TestCompletion(t *testing.T) {
	s := serve(t, nil)
	p := s.Project(t)
	for _, id := range []string{"alpha", "albatross", "beta"} {
		p.Record(harness.Vars{"id": id, "task": id})
	}
	open := overHTTP(t, s, "/mcp", "")
	complete := func(argument, value, project string) []string {
		got, err := open.Complete(t.Context(), &mcp.CompleteParams{
			Ref:      &mcp.CompleteReference{Type: "ref/resource", URI: "causeway://{project}/episode/{id}"},
			Argument: mcp.CompleteParamsArgument{Name: argument, Value: value},
			Context:  &mcp.CompleteContext{Arguments: map[string]string{"project": project}},
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got.Completion.Values)
		return got.Completion.Values
	}
	if got := complete("id", "al", p.Name); !slices.Equal(got, []string{"albatross", "alpha"}) {
		t.Errorf("ids: %q", got)
	}
	if got := complete("project", p.Name[:len(p.Name)-1], ""); !slices.Equal(got, []string{p.Name}) {
		t.Errorf("projects: %q", got)
	}
	if got := complete("id", "", "nowhere"); len(got) != 0 {
		t.Errorf("ids of no project: %q", got)
	}
}

// TestPage reads the page that draws paths, and sees which tool names it.
func TestPage(t *testing.T) {
	a := overHTTP(t, serve(t, nil), "/mcp", "")
	if _, told := a.InitializeResult().Capabilities.Extensions["io.modelcontextprotocol/ui"]; !told {
		t.Error("the extension is not told")
	}
	for tool, err := range a.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		ui, _ := tool.Meta["ui"].(map[string]any)
		if got, want := ui["resourceUri"], map[bool]any{true: "ui://causeway/path"}[tool.Name == "get_causal_path"]; got != want {
			t.Errorf("%s names the page %v", tool.Name, got)
		}
	}
	got, err := a.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "ui://causeway/path"})
	if err != nil || got.Contents[0].MIMEType != "text/html;profile=mcp-app" || !strings.HasPrefix(got.Contents[0].Text, "<!doctype html>") {
		t.Errorf("%+v %v", got, err)
	}
}
