package pages_test

import (
	"encoding/json"
	"testing"

	"github.com/causeway-memory/causeway/graph/agents"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// TestGuide sends every example of the agents' guide as it stands there: none fails, and what answers with a status has an answer.
func TestGuide(t *testing.T) {
	harness.EmbeddedOnly(t)
	s := newReader(t, false).service(t)
	examples := tree.Operations(agents.Guide())
	if len(examples) < 8 {
		t.Fatalf("only %d examples", len(examples))
	}
	for _, example := range examples {
		a, err := s.Post(t.Context(), example, nil)
		if err != nil || len(a.Errors) > 0 {
			t.Errorf("%s: %v %+v", example, err, a.Errors)
			continue
		}
		var fields map[string]struct{ Status string }
		if err := json.Unmarshal(a.Data, &fields); err != nil {
			t.Fatal(err)
		}
		for name, f := range fields {
			if f.Status != "" && f.Status != "OK" && f.Status != "FOUND" {
				t.Errorf("%s answers %s", name, f.Status)
			}
		}
	}
}
