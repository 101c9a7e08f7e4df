package api_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/tests/harness"
)

// TestDecision_instead asks what another run of the same task decided: the decision of that run is the basis, and no option of this one.
func TestDecision_instead(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	for id, cancels := range map[string]string{"one": "A1", "two": "B2"} {
		p.Record(vars{"id": id, "task": "Cancel the trip", "decisions": []vars{{"id": "d1", "context": "cancel", "chosen": "cancel(id: " + cancels + ")"}}})
	}
	got := harness.Get[struct {
		Occurrence struct {
			Options []string
			Instead []struct {
				Key, Chosen string
				Episode     struct{ Key string }
			}
		}
	}](p, `query($project: String!) { occurrence(project: $project, key: "one/d1") { ... on Decision { options instead { key chosen episode { key } } } } }`, nil).Occurrence
	var keys []string
	for _, d := range got.Instead {
		keys = append(keys, d.Key+" "+d.Chosen+" "+d.Episode.Key)
	}
	if diff := cmp.Diff([]string{"two/d1 cancel(id: B2) two"}, keys); diff != "" || len(got.Options) != 0 {
		t.Errorf("instead (-want +got):\n%s, options %v", diff, got.Options)
	}
}
