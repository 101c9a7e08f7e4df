package index_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/google/go-cmp/cmp"
)

func TestVectorTexts(t *testing.T) {
	e := episodic.Episode{
		ID: "ep", Task: "Repair the importer", Outcome: episodic.OutcomeFailure, Lessons: []string{"read the log first"},
		Decisions: []episodic.Decision{{ID: "d1", Chosen: "lenient parser"}},
		Events:    []episodic.Event{{ID: "e1", Type: episodic.EventError, Content: "disk full"}, {ID: "e2", Content: "import passed"}},
	}
	got := index.VectorTexts(e)
	if len(got[episodic.VectorChunk]) != 3 {
		t.Errorf("each chunk has its vector: %q", got[episodic.VectorChunk])
	}
	for name, want := range map[episodic.VectorName]string{
		episodic.VectorTask: "Repair the importer", episodic.VectorOutcome: "failure\nread the log first\ndisk full",
	} {
		if diff := cmp.Diff([]string{want}, got[name]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	full := got[episodic.VectorFull]
	if len(full) != 1 {
		t.Fatalf("the full texts are %q", full)
	}
	for _, part := range []string{"Repair", "lenient", "disk full", "import passed"} {
		if !strings.Contains(full[0], part) {
			t.Errorf("%q is not in the full text %q", part, full[0])
		}
	}
}
