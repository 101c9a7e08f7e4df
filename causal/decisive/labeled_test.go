package decisive_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/internal/ingest/transcript"
)

// labeled is a run whose decisive step is known.
type labeled struct {
	run     episodic.Episode
	account agentrun.Account
	// truth is the id of the step, empty if the run has none.
	truth string
}

// open opens a file of the labeled runs.
func open(t *testing.T, name string) *os.File {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "data", "failures", name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// readLabeled reads runs, and from another file the step that decided each.
func readLabeled(t *testing.T, runs, truths, field string) []labeled {
	t.Helper()
	truth := map[string]string{}
	for lines := bufio.NewScanner(open(t, truths)); lines.Scan(); {
		var label map[string]any
		if err := json.Unmarshal(lines.Bytes(), &label); err != nil {
			t.Fatal(err)
		}
		if step, known := label[field].(float64); known {
			truth[label["id"].(string)] = fmt.Sprint(int(step))
		}
	}
	var out []labeled
	transcript.Read(transcript.Tau, runs, open(t, runs), func(told transcript.Transcript) bool {
		if told.Err != nil {
			t.Fatal(told.Err)
		}
		l := labeled{truth: truth[told.Run.ID]}
		l.run, l.account = agentrun.Map(told.Run)
		out = append(out, l)
		return true
	})
	return out
}

// decided is the key of the occurrence that has the step of the label.
func (l labeled) decided() string {
	for _, e := range l.account.Entries {
		if e.Into != "" && (e.Step == l.truth || strings.HasPrefix(e.Step, l.truth+" call")) {
			return episodic.OccurrenceKey(l.run.ID, e.Into)
		}
	}
	return ""
}

// score counts where the decisive step stands.
type score struct{ runs, first, three int }

func (s *score) add(place int) {
	s.runs++
	if place == 0 {
		s.first++
	}
	if place >= 0 && place < 3 {
		s.three++
	}
}

func (s score) String() string {
	return fmt.Sprintf("%d of %d first, %d among three", s.first, s.runs, s.three)
}

// guess is the first step of a ranking.
type guess struct {
	probability float64
	right       bool
}

// rank ranks a run and returns the place of its decisive step, -1 for none.
func (l labeled) rank(s decisive.Siblings) (place int, g guess) {
	steps := decisive.Rank(l.run, s).Steps
	place = slices.IndexFunc(steps, func(s decisive.Step) bool { return s.Occurrence == l.decided() })
	return place, guess{steps[0].Probability, place == 0}
}

// siblings are the other runs beside one, as the service finds them.
func siblings(all []labeled, of labeled) decisive.Siblings {
	var out decisive.Siblings
	for _, l := range all {
		switch e := l.run; {
		case e.ID == of.run.ID:
		case e.Context["task"] != of.run.Context["task"]:
			out.Others = append(out.Others, e)
		case e.Outcome == episodic.OutcomeSuccess:
			out.Good = append(out.Good, e)
		default:
			out.Failed = append(out.Failed, e)
		}
	}
	return out
}

// TestRank_labeled scores the ranking on public runs with the step that decided. Of a run only that it failed is known.
func TestRank_labeled(t *testing.T) {
	var guesses []guess
	tau := readLabeled(t, "tau-airline/runs.jsonl.gz", "tau-airline/truth.jsonl", "first_wrong_write_step")
	var s score
	for _, l := range tau {
		if found := siblings(tau, l); l.truth != "" && len(found.Good) > 0 {
			place, g := l.rank(found)
			s.add(place)
			guesses = append(guesses, g)
		}
	}
	t.Logf("tau-airline: %v", s)
	if s.runs < 10 || 10*s.first < 7*s.runs || 10*s.three < 9*s.runs {
		t.Errorf("tau-airline: %v; want 70 %% and 90 %%", s)
	}
	for _, c := range []struct {
		name         string
		first, three int
	}{{"generated", 44, 75}, {"handcrafted", 25, 50}} {
		var s, other score
		for i, l := range readLabeled(t, "who-and-when/"+c.name+".jsonl.gz", "who-and-when/"+c.name+"-truth.jsonl", "mistake_step") {
			place, g := l.rank(decisive.Siblings{})
			s.add(place)
			if i%2 == 1 {
				other.add(place)
			}
			guesses = append(guesses, g)
		}
		t.Logf("%s: %v; of the half that no weight was fitted to %v", c.name, s, other)
		if 100*s.first < c.first*s.runs || 100*s.three < c.three*s.runs {
			t.Errorf("%s: %v; want %d %% and %d %%", c.name, s, c.first, c.three)
		}
	}
	slices.SortStableFunc(guesses, func(a, b guess) int { return cmp.Compare(b.probability, a.probability) })
	certain := guesses[:3*len(guesses)/10]
	right := 0
	for _, g := range certain {
		if g.right {
			right++
		}
	}
	t.Logf("of the %d most certain first steps %d are right", len(certain), right)
	if 100*right < 65*len(certain) {
		t.Errorf("of the %d most certain first steps only %d are right", len(certain), right)
	}
}
