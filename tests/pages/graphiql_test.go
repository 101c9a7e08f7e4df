package pages_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// explorer is what the script graphiql.mjs saw.
type explorer struct {
	// First is where the first link leads, Searching where the key of the search does.
	First, Searching string
	// Answers are what each tab answered.
	Answers map[string]harness.Answer
	// Before and Note are the line above the editors, before a token was written and at the end.
	Before, Note string
	Docs         string
	// Sent are the headers Authorization, Kept is what stays in the web browser.
	Sent []string
	Kept string
	// Unnamed can be used and have no name for a screen reader, Outside are other machines.
	Unnamed, Outside []string
}

// explore opens the explorer over embedded engines that hold the examples, and drives it with
// a keyboard only.
func explore(t *testing.T, settings vars, adapt func(*config.Config)) explorer {
	t.Helper()
	harness.EmbeddedOnly(t)
	if _, err := os.Stat(filepath.Join(tree.Root(), "internal", "web", "dist", "graphiql.min.js")); err != nil {
		if os.Getenv("CAUSEWAY_REQUIRE_TOOLS") == "1" {
			t.Fatal("the binary holds no explorer: make web")
		}
		t.Skip("SKIPPED, NOT RUN: the binary holds no explorer: make web")
	}
	cfg := harness.EmbeddedConfig(t)
	adapt(&cfg)
	s, end, err := harness.Serve(cfg, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	if cfg.Auth.TokensFile == "" {
		demo := &project{&harness.Project{Service: s, T: t, Name: "demo"}}
		demo.ImportFiles(vars{"files": harness.ExampleFiles(t)})
		worked := &project{&harness.Project{Service: s, T: t, Name: examples.TeamProject("demo")}}
		worked.ImportFiles(vars{"files": harness.TeamFiles(t)})
	}
	settings["link"] = s.URL + "/graphiql/"
	seen := chromium[explorer](t, "graphiql.mjs", settings)
	if len(seen.Unnamed) > 0 || len(seen.Outside) > 0 {
		t.Errorf("without a name: %q; asked elsewhere: %q", seen.Unnamed, seen.Outside)
	}
	return seen
}

// tabNames are those of the worked questions, which are the tabs.
func tabNames() []string {
	var out []string
	for _, q := range examples.Questions() {
		out = append(out, strings.ToUpper(q.Name[:1])+q.Name[1:])
	}
	return out
}

func TestGraphiQL_WithAKeyboardOnly(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	seen := explore(t, vars{"tabs": tabNames(), "search": "similarFailures"}, func(*config.Config) {})
	if seen.First != "Query Editor" || seen.Searching != "Search the documentation" || seen.Note != "" {
		t.Errorf("the first link leads to %q, Ctrl-K to %q, and the page says %q", seen.First, seen.Searching, seen.Note)
	}
	if !strings.Contains(seen.Docs, "Did this fail before?") {
		t.Errorf("the documentation of similarFailures is %q", seen.Docs)
	}
	for tab, mark := range map[string]string{"Path": examples.DoubleCharges, "Recall": "episode-2026-03-13-1", "WhatIf": `"OK"`, "Pattern": "totalCount"} {
		if a := seen.Answers[tab]; len(a.Errors) > 0 || !strings.Contains(string(a.Data), mark) {
			t.Errorf("%s answers %s %.300s, not with %s", tab, a.Text(), a.Data, mark)
		}
	}
}

func TestGraphiQL_WithoutIntrospectionSaysSo(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	seen := explore(t, vars{"tabs": tabNames()[:1]}, func(cfg *config.Config) { cfg.GraphQL.Introspection = false })
	if !strings.Contains(seen.Note, "graphql.introspection is off") || !strings.Contains(seen.Docs, "No GraphQL schema") {
		t.Errorf("the page says %q, the documentation %q", seen.Note, seen.Docs)
	}
	if a := seen.Answers["Path"]; len(a.Errors) > 0 || !strings.Contains(string(a.Data), examples.DoubleCharges) {
		t.Errorf("queries are not answered: %s %.300s", a.Text(), a.Data)
	}
}

func TestGraphiQL_TakesAToken(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	file := auth.File(filepath.Join(t.TempDir(), auth.FileName))
	secret, _, err := file.Create(auth.Grant{Name: "page", Projects: []string{"demo"}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	header, err := json.Marshal(map[string]string{"Authorization": "Bearer " + secret})
	if err != nil {
		t.Fatal(err)
	}
	seen := explore(t, vars{"header": string(header)}, func(cfg *config.Config) { cfg.Auth.TokensFile = string(file) })
	if !strings.Contains(seen.Before, "asks for an API token") || seen.Note != "" || !strings.Contains(seen.Docs, "All Schema Types") {
		t.Errorf("before the token %q, after it %q with the documentation %.100q", seen.Before, seen.Note, seen.Docs)
	}
	for _, sent := range seen.Sent {
		if sent != "Bearer "+secret {
			t.Error("a request has another header than the token")
		}
	}
	if len(seen.Sent) != 2 {
		t.Errorf("%d requests, want the query and the schema", len(seen.Sent))
	}
	if strings.Contains(seen.Kept, secret) {
		t.Error("the token stays in the web browser")
	}
}
