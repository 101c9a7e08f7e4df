package app_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/config"
)

// asked returns the data of an answer of the API.
func asked(t *testing.T, api http.Handler, query string) string {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/graphql", strings.NewReader(string(body)))
	request.Header.Set("Content-Type", "application/json")
	request.Host = "localhost"
	answer := httptest.NewRecorder()
	api.ServeHTTP(answer, request)
	var got struct {
		Data   json.RawMessage
		Errors json.RawMessage
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil || got.Errors != nil {
		t.Fatalf("%s: %d %s", query, answer.Code, answer.Body)
	}
	return string(got.Data)
}

// Events that wait in the journal go with their project, whether a graph has it or not, and the audit log counts them.
func TestPurge_Waiting(t *testing.T) {
	cfg := config.Default()
	cfg.Home = t.TempDir()
	a := opened(t, cfg) // nothing applies what is captured
	api, err := a.Handler(cfg)
	if err != nil {
		t.Fatal(err)
	}
	capture := func(project string) {
		asked(t, api, `mutation { captureEvents(project: "`+project+`", events: [
			{workflowId: "w", type: OTHER, at: "2026-05-03T09:00:00Z", data: {n: 1}}, {workflowId: "w", type: OTHER, at: "2026-05-03T09:00:01Z", data: {n: 2}}
		]) { receipts { state } } }`)
	}
	for project, want := range map[string]string{
		"demo": `{"audit":{"nodes":[{"action":"PURGE_PROJECT","count":1,"events":3}]}}`,
		"new":  `{"audit":{"nodes":[{"action":"PURGE_PROJECT","count":0,"events":2}]}}`,
	} {
		if project == "demo" {
			executed(t, a, "applied", 1, 0)
		}
		capture(project)
		asked(t, api, `mutation { purgeProject(project: "`+project+`", confirm: "`+project+`") { removedId } }`)
		if n, err := a.ApplySome(t.Context()); n != 0 || err != nil {
			t.Errorf("%s: %d events were left to apply, %v", project, n, err)
		}
		left, err := a.Executions().ListEvents(t.Context(), execution.Query{Project: project, Limit: 10})
		if err != nil || len(left) > 0 {
			t.Errorf("%s: %d events came back, %v", project, len(left), err)
		}
		if got := asked(t, api, `{ audit(project: "`+project+`") { nodes { action count events } } }`); got != want {
			t.Errorf("the audit log of %s is %s, want %s", project, got, want)
		}
	}
}
