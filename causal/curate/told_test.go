package curate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/episodic"
)

// toldOnly are 40 episodes, of which 15 tell an alarm and 3 a rare event; all tell the weather if watched.
func toldOnly(watched bool) []episodic.Episode {
	var out []episodic.Episode
	for i := range 40 {
		var lines []string
		if watched {
			lines = append(lines, fmt.Sprintf("event weather=%d", i%2))
		}
		if i < 15 {
			lines = append(lines, "event alarm=on")
		}
		if i < 3 {
			lines = append(lines, "event rare=on")
		}
		out = append(out, causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), episodic.OutcomeSuccess, append(lines, "decide retry=yes")...))
	}
	return out
}

func TestFindToldOnly(t *testing.T) {
	for _, watched := range []bool{true, false} {
		c := causaltest.NewHistory(t, toldOnly(watched), nil)
		told, err := c.Curate.FindToldOnly(t.Context(), "p")
		if err != nil || told.Total != 1 || told.Variables[0] != "alarm" || told.Watched != watched {
			t.Errorf("watched %v: %+v %v", watched, told, err)
		}
		words, some := told.Advice("p")
		if !some || !strings.HasSuffix(words, "causeway factors close --project p alarm") || strings.Contains(words, "declare them") && strings.Contains(words, "Nearly every") != watched {
			t.Errorf("watched %v advises %q", watched, words)
		}
	}
	closed := causaltest.NewHistory(t, toldOnly(true), []string{"alarm"})
	if told, err := closed.Curate.FindToldOnly(t.Context(), "p"); err != nil || told.Total != 0 {
		t.Errorf("declared closed, and still proposed: %+v %v", told, err)
	}
}

// TestCloseCommand wants names that a shell takes as they are.
func TestCloseCommand(t *testing.T) {
	got := curate.CloseCommand("ops", []string{"alarm", "error: it's <5", "-x", ""})
	want := `causeway factors close --project ops -- alarm 'error: it'\''s <5' -x ''`
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
