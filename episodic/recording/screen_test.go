package recording_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/episodic/recording"
	"github.com/causeway-memory/causeway/internal/privacy"
)

const personal = "write to anna@example.com"

// everywhere has a personal text in every field that holds words.
func everywhere() episodic.Episode {
	all := []string{personal}
	return episodic.Episode{
		ID: "e1", Session: "s1", Task: personal, Outcome: episodic.OutcomeSuccess, Domain: personal, TaskType: personal, Complexity: personal,
		Context: map[string]string{"owner": personal}, Tools: all, Strategies: all, Tags: all, Goals: all, Constraints: all, Insights: all, Lessons: all, Notes: all,
		Decisions: []episodic.Decision{{ID: "d1", Context: personal, Options: all, Chosen: personal, Rationale: personal, Factor: personal, Effects: all}},
		Events:    []episodic.Event{{ID: "v1", Content: personal, Factor: personal}},
		Links:     []episodic.Link{{Source: "d1", Target: "v1", Note: personal}},
		Extra:     map[string]json.RawMessage{"mood": json.RawMessage(`{"said":"` + personal + `"}`)},
		Sources:   []episodic.Source{{Format: "episode", Name: "n", Hash: "x", Content: json.RawMessage(`{"task":"` + personal + `"}`)}},
	}
}

func screen(t *testing.T, policy privacy.Policy) recording.Screen {
	t.Helper()
	rules, err := privacy.New("")
	if err != nil {
		t.Fatal(err)
	}
	return recording.Screen{Rules: rules, Policy: policy}
}

func text(t *testing.T, e episodic.Episode) string {
	t.Helper()
	out, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestScreen(t *testing.T) {
	given := everywhere()
	s, found := screen(t, privacy.PolicyRedact), privacy.Counts{}
	s.OnFound = func(c privacy.Counts) { found.Add(c) }
	got, err := s.Episodes([]episodic.Episode{given})
	if err != nil {
		t.Fatal(err)
	}
	if left := text(t, got[0]); strings.Contains(left, "anna") {
		t.Errorf("something is left: %s", left)
	}
	if n := strings.Count(text(t, given), "anna"); found[privacy.KindEmail] != n || n < 20 {
		t.Errorf("%d were found of %d", found[privacy.KindEmail], n)
	}
	if diff := cmp.Diff(everywhere(), given); diff != "" {
		t.Errorf("what was given changed (-before +now):\n%s", diff)
	}
	again, err := s.Episodes(got)
	if err != nil || text(t, again[0]) != text(t, got[0]) {
		t.Errorf("screened twice it is another: %v", err)
	}
	for _, same := range []recording.Screen{{}, screen(t, privacy.PolicyOff)} {
		if got, err := same.Episodes([]episodic.Episode{given}); err != nil || text(t, got[0]) != text(t, given) {
			t.Errorf("without a policy it changed: %v", err)
		}
	}
}

func TestScreen_refuses(t *testing.T) {
	_, err := screen(t, privacy.PolicyRefuse).Episodes([]episodic.Episode{{ID: "a", Task: "fine"}, {
		ID: "b", Task: personal, Context: map[string]string{"owner": personal}, Events: []episodic.Event{{ID: "v1", Content: personal}},
	}})
	want := []string{"episodes[1].task INVALID_INPUT", "episodes[1].context INVALID_INPUT", "episodes[1].events[0].content INVALID_INPUT"}
	if diff := cmp.Diff(want, episodictest.Refused(t, err)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if strings.Contains(err.Error(), "anna") {
		t.Errorf("the error tells what was found: %v", err)
	}
}
