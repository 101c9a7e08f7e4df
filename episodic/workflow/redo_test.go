package workflow_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/execution"
)

// TestRedo makes the episodes of traces anew that an earlier version of the mapping made, and leaves others, and those that were deleted, alone.
func TestRedo(t *testing.T) {
	services, store := memoryOf(t, nil)
	put(t, store, 1, execution.TypeTaskComplete, `{"span":{"trace":"wf","id":"a1","name":"execute_tool book","kind":"tool","tool":"book","start":"2026-05-03T12:00:00Z"}}`)
	made, err := services.Workflow.CompleteTraces(t.Context(), project, []string{"wf"})
	must(t, err)
	if made["wf"].Err != nil {
		t.Fatal(made["wf"].Err)
	}
	redo := func(want int) {
		t.Helper()
		if n, err := services.Workflow.Redo(t.Context(), project); err != nil || n != want {
			t.Errorf("%d episodes were made anew, want %d: %v", n, want, err)
		}
	}
	redo(0)
	current := func() episodic.Episode {
		t.Helper()
		found, err := store.GetEpisodes(t.Context(), project, []string{"workflow-wf"})
		must(t, err)
		return found[0].Episode
	}
	want := current()
	old := want
	old.Extra = map[string]json.RawMessage{agentrun.ExtraName: []byte(strings.Replace(string(want.Extra[agentrun.ExtraName]), `"mapping":5`, `"mapping":2`, 1))}
	old.Links = nil
	_, err = services.Recording.Record(t.Context(), project, old, episodic.StateApplied)
	must(t, err)
	if of := string(current().Extra[agentrun.ExtraName]); !strings.Contains(of, `"mapping":2`) {
		t.Fatalf("the episode has %s", of)
	}
	redo(1)
	if of := current(); string(of.Extra[agentrun.ExtraName]) != string(want.Extra[agentrun.ExtraName]) || len(of.Links) != len(want.Links) {
		t.Errorf("made anew is %+v", current())
	}
	redo(0)
	_, err = services.Recording.Record(t.Context(), project, old, episodic.StateApplied)
	must(t, err)
	must(t, services.Recording.Delete(t.Context(), project, "workflow-wf"))
	redo(0)
}
