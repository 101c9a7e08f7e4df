package capture_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/privacy"
	"github.com/causeway-memory/causeway/internal/problem"
)

// screened opens a service with a policy.
func screened(t *testing.T, policy privacy.Policy) *home {
	t.Helper()
	rules, err := privacy.New("")
	must(t, err)
	h := open(t, t.TempDir(), 1000)
	h.Screen = capture.Screen{Rules: rules, Policy: policy}
	return h
}

// private is an event that holds something in every place that a text can be in.
func private(n int) execution.Event {
	e := event(n, "")
	e.Task = "mail anna@example.com"
	e.Data = json.RawMessage(`{"context":{"workflowType":"deploy","domain":"bob@example.com","complexity":"high"},` +
		`"result":{"status":"success","output":{"deep":["Bearer abcdef0123456789",{"password":"hunter2"}]}},"carol@example.com":1}`)
	return e
}

func (h *home) take(t *testing.T, e execution.Event) (capture.Receipt, error) {
	t.Helper()
	receipts, err := h.Capture(t.Context(), capture.Call{Project: project, Events: []execution.Event{e}, WaitFor: journal.StateJournaled})
	if err != nil {
		return capture.Receipt{}, err
	}
	return receipts[0], nil
}

func TestCapture_KeepsOut(t *testing.T) {
	h := screened(t, privacy.PolicyRedact)
	var found privacy.Counts
	h.Screen.OnFound = func(c privacy.Counts) { found = c }
	receipt, err := h.take(t, private(1))
	must(t, err)
	want := privacy.Counts{privacy.KindEmail: 3, privacy.KindKey: 1, privacy.KindPassword: 1}
	if diff := cmp.Diff(want, receipt.Found); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Error("told: " + diff)
	}
	later, err := h.Receipts(t.Context(), project, []string{receipt.ID})
	must(t, err)
	if len(later) != 1 || !cmp.Equal(later[0].Found, want) {
		t.Errorf("asked later: %+v", later)
	}
	again, err := h.take(t, private(1))
	if err != nil || !again.Unchanged {
		t.Errorf("the same event again: %+v, %v", again, err)
	}
	other := private(1)
	other.Data = json.RawMessage(`{"note":"x"}`)
	var conflict *journal.ConflictError
	if _, err := h.take(t, other); !errors.As(err, &conflict) {
		t.Errorf("another content: %v", err)
	}
	for _, name := range []string{"journal.db", "journal.db-wal"} {
		content, err := os.ReadFile(filepath.Join(h.dir, name))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		for _, secret := range []string{"anna", "bob@", "carol", "hunter2", "abcdef0123"} {
			if bytes.Contains(content, []byte(secret)) {
				t.Errorf("%s has %q", name, secret)
			}
		}
		if name == "journal.db-wal" && !bytes.Contains(content, []byte(`\u003cemail\u003e`)) {
			t.Error("the event is not where the test looks for it")
		}
	}
	h.apply(t)
	stored, err := h.graph.ListEvents(t.Context(), execution.Query{Project: project, Limit: 10})
	must(t, err)
	if len(stored) != 1 || stored[0].Task != "mail <email>" || stored[0].ContextKey != "workflowType:deploy|domain:<email>|complexity:high" {
		t.Errorf("stored: %+v", stored)
	}
}

func TestCapture_CutsWhatIsKept(t *testing.T) {
	h := screened(t, privacy.PolicyRedact)
	kept := strings.Repeat("x", 4090) + " <email> " + strings.Repeat("y", 100)
	e := event(1, "")
	e.Data = json.RawMessage(`{"result":{"status":"success","output":"` + strings.ReplaceAll(kept, "<email>", "anna@example.com") + `"}}`)
	_, err := h.take(t, e)
	must(t, err)
	h.apply(t)
	stored, err := h.graph.ListEvents(t.Context(), execution.Query{Project: project, Limit: 10})
	must(t, err)
	var data struct {
		Result struct {
			Output, OutputSha256 string
			OutputBytes          int
		}
	}
	must(t, json.Unmarshal(stored[0].Data, &data))
	sum := sha256.Sum256([]byte(kept))
	if data.Result.Output != kept[:4096] || data.Result.OutputSha256 != hex.EncodeToString(sum[:]) || data.Result.OutputBytes != len(kept) {
		t.Errorf("stored: %+v", data.Result)
	}
}

func TestCapture_Policies(t *testing.T) {
	for _, c := range []struct {
		policy privacy.Policy
		key    string
	}{
		{privacy.PolicyDrop, "workflowType:deploy|domain:<dropped>|complexity:high"},
		{privacy.PolicyOff, "workflowType:deploy|domain:bob@example.com|complexity:high"},
	} {
		h := screened(t, c.policy)
		_, err := h.take(t, private(1))
		must(t, err)
		h.apply(t)
		stored, err := h.graph.ListEvents(t.Context(), execution.Query{Project: project, Limit: 10})
		must(t, err)
		if stored[0].ContextKey != c.key {
			t.Errorf("%s: %s", c.policy, stored[0].ContextKey)
		}
	}
	h := screened(t, privacy.PolicyRefuse)
	_, err := h.take(t, private(1))
	var invalid *problem.InvalidError
	if !errors.As(err, &invalid) || len(invalid.Problems) != 2 || invalid.Problems[0].Path != "events[0].data" || invalid.Problems[1].Path != "events[0].taskId" {
		t.Fatalf("refused: %+v", err)
	}
	for _, secret := range []string{"anna", "hunter2"} {
		if strings.Contains(err.Error(), secret) {
			t.Errorf("the error tells %q: %v", secret, err)
		}
	}
	if _, err := h.take(t, event(2, "clean")); err != nil {
		t.Errorf("nothing to refuse: %v", err)
	}
}

// An id is asked for as it is: what is in one cannot be replaced.
func TestCapture_PersonalWorkflow(t *testing.T) {
	h := screened(t, privacy.PolicyRedact)
	e := event(1, "x")
	e.Workflow = "of-anna@example.com"
	var invalid *problem.InvalidError
	if _, err := h.take(t, e); !errors.As(err, &invalid) || invalid.Problems[0].Path != "events[0].workflowId" {
		t.Errorf("refused: %v", err)
	}
	h.Screen.Policy = privacy.PolicyOff
	_, err := h.take(t, e)
	must(t, err)
}

func TestTrace_KeepsOut(t *testing.T) {
	h := screened(t, privacy.PolicyRedact)
	taken, err := h.Trace(t.Context(), project, capture.Traces{Events: []execution.Event{private(1)}})
	if err != nil || taken.Stored != 1 {
		t.Fatalf("taken: %+v, %v", taken, err)
	}
	h.apply(t)
	stored, err := h.graph.ListEvents(t.Context(), execution.Query{Project: project, Limit: 10})
	must(t, err)
	if text := string(stored[0].Data); strings.Contains(text, "hunter2") || !strings.Contains(text, "<password>") {
		t.Errorf("stored: %s", text)
	}
	h.Screen.Policy = privacy.PolicyRefuse
	taken, err = h.Trace(t.Context(), project, capture.Traces{Events: []execution.Event{private(2), event(3, "clean")}})
	if err != nil || taken.Stored != 1 || taken.Refused[capture.ReasonPersonal] != 1 {
		t.Errorf("taken: %+v, %v", taken, err)
	}
}

func TestComplete_KeepsOut(t *testing.T) {
	said := execution.Completion{
		Task: "deploy for anna@example.com", Outcome: episodic.OutcomeSuccess, Session: "s-1", Lessons: []string{"ask bob@example.com first"}, Tags: []string{"carol@example.com"},
	}
	h := screened(t, privacy.PolicyRedact)
	first, err := h.take(t, event(1, "x"))
	must(t, err)
	h.apply(t)
	receipt, err := h.Complete(t.Context(), project, event(1, "").Workflow, said)
	must(t, err)
	episodes, err := h.graph.GetEpisodes(t.Context(), project, []string{receipt.Episode})
	must(t, err)
	if e := episodes[0].Episode; e.Task != "deploy for <email>" || e.Lessons[0] != "ask <email> first" || e.Tags[0] != "<email>" || e.Session != "s-1" {
		t.Errorf("the episode is %+v", e)
	}
	w, err := h.graph.GetWorkflow(t.Context(), project, event(1, "").Workflow)
	must(t, err)
	if kept, err := json.Marshal(w.Completion); err != nil || strings.Contains(string(kept), "example.com") {
		t.Errorf("kept of event %s: %s, %v", first.ID, kept, err)
	}
	h = screened(t, privacy.PolicyRefuse)
	_, err = h.take(t, event(1, "x"))
	must(t, err)
	_, err = h.Complete(t.Context(), project, event(1, "").Workflow, said)
	var invalid *problem.InvalidError
	if !errors.As(err, &invalid) || len(invalid.Problems) != 3 || invalid.Problems[0].Path != "task" {
		t.Errorf("refused with %v", err)
	}
}
